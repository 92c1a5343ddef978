import type { ConstraintErrors, ErrorRow } from '#base/errors/codes.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** The errors of copies, borrowers, loans and holds. */
export const lendingErrors = {
  NUMBER_TAKEN: {
    status: 409,
    message: m.error_NUMBER_TAKEN,
    when: 'a copy, a library card or a borrower has this number; `data.messages` says which',
    example: { fields: { number: { key: 'number_taken' } } },
  },
  LOAN_STATE: {
    status: 409,
    message: m.error_LOAN_STATE,
    when: 'the loan has ended, or was settled, in another way',
  },
  COPY_WAS_LENT: { status: 409, message: m.error_COPY_WAS_LENT, when: 'the copy was lent: it can only be withdrawn' },
  BORROWER_HAS_LOANS: {
    status: 409,
    message: ({ sentence }) => sentence ?? m.error_BORROWER_HAS_LOANS(),
    when: 'the borrower has or owes books; the message says which',
  },
  GROUP_HAS_BORROWERS: { status: 409, message: m.error_GROUP_HAS_BORROWERS, when: 'the group has borrowers' },
  GROUP_HAS_SET: {
    status: 409,
    message: m.error_GROUP_HAS_SET,
    when: 'the class has copies of a class set, or owes lost ones',
  },
  HOLD_TAKEN: { status: 409, message: m.error_HOLD_TAKEN, when: 'the borrower waits for the book already' },
  HOLD_LIMIT: {
    status: 409,
    message: m.error_HOLD_LIMIT,
    when: 'the reader waits for as many books as the group may have',
  },
  NO_BORROWER: { status: 409, message: m.error_NO_BORROWER, when: 'the account is linked to no borrower' },
  NOTHING_LENT: {
    status: 409,
    message: m.error_NOTHING_LENT,
    when: 'the borrower is blocked, or the library card has expired',
  },
  RENEWALS_USED: {
    status: 409,
    message: m.error_RENEWALS_USED,
    when: 'the loan was renewed as often as the group may',
  },
  BOOK_RESERVED: { status: 409, message: m.error_BOOK_RESERVED, when: 'another borrower waits for the book' },
  BOOK_ON_SHELF: {
    status: 409,
    message: m.error_BOOK_ON_SHELF,
    when: 'a copy is on the shelf: none has to be reserved',
  },
  BOOK_IS_YOURS: { status: 409, message: m.error_BOOK_IS_YOURS, when: 'the borrower has a copy of the book' },
  NO_COPY: { status: 409, message: m.error_NO_COPY, when: 'no copy of the book is lent' },
} as const satisfies Record<string, ErrorRow>
type LendingErrors = typeof lendingErrors

declare module '#base/errors/codes.server.ts' {
  interface FloorErrors extends LendingErrors {}
}

/** The error for each violated constraint of the tables of lending; a form shows that of its own field. */
export const lendingConstraints: ConstraintErrors = {
  copy_number_unique: { code: 'NUMBER_TAKEN', fields: { number: { key: 'number_taken' } } },
  copy_book_id_book_id_fk: { code: 'NOT_FOUND' },
  lending_number_pkey: {
    code: 'NUMBER_TAKEN',
    fields: { number: { key: 'number_taken' }, card: { key: 'number_taken' } },
  },
  borrower_group_name_unique: { code: 'NAME_TAKEN', fields: { name: { key: 'name_taken' } } },
  borrower_group_next_group_id_borrower_group_id_fk: {
    code: 'VALIDATION_ERROR',
    fields: { nextGroupId: { key: 'validation_invalid' } },
  },
  borrower_card_unique: { code: 'NUMBER_TAKEN', fields: { card: { key: 'number_taken' } } },
  borrower_school_number_unique: { code: 'NUMBER_TAKEN', fields: { schoolNumber: { key: 'number_taken' } } },
  // A user is named by the address.
  borrower_user_id_unique: { code: 'NUMBER_TAKEN', fields: { email: { key: 'borrower_user_taken' } } },
  borrower_user_id_user_id_fk: { code: 'VALIDATION_ERROR', fields: { userId: { key: 'validation_invalid' } } },
  borrower_group_id_borrower_group_id_fk: {
    code: 'VALIDATION_ERROR',
    fields: { groupId: { key: 'validation_invalid' } },
  },
  // The act itself is forgotten by now.
  loan_act_id_unique: { code: 'IDEMPOTENCY_KEY_REUSED' },
  // Raised by deleting a borrower, which sets `borrowerId` null in their loans.
  loan_open_has_borrower: { code: 'BORROWER_HAS_LOANS' },
  hold_book_id_borrower_id_unique: { code: 'HOLD_TAKEN' },
  hold_book_id_book_id_fk: { code: 'NOT_FOUND' },
  hold_borrower_id_borrower_id_fk: { code: 'NOT_FOUND' },
}
