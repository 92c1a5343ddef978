import { m } from '#i18n/paraglide/messages.js'
import type { Problem } from '#i18n/problem-text.ts'

const NUMBER_TAKEN: Record<string, Problem> = { number: { key: 'number_taken' } }

/** The errors of copies, borrowers, loans and holds. */
export const LENDING_CODES = {
  NUMBER_TAKEN: {
    status: 409,
    message: m.error_NUMBER_TAKEN,
    when: 'a copy, a library card or a borrower has this number; `data.messages` says which',
    example: { fields: NUMBER_TAKEN },
  },
  COPY_ON_LOAN: {
    status: 409,
    message: ({ sentence }: { sentence?: string }) => sentence ?? m.error_COPY_ON_LOAN(),
    when: 'a copy is on loan, or lost and owed; the message says which',
  },
  LOAN_STATE: {
    status: 409,
    message: m.error_LOAN_STATE,
    when: 'the loan has ended, or was settled, in another way',
  },
  COPY_WAS_LENT: { status: 409, message: m.error_COPY_WAS_LENT, when: 'the copy was lent: it can only be withdrawn' },
  BORROWER_HAS_LOANS: {
    status: 409,
    message: ({ sentence }: { sentence?: string }) => sentence ?? m.error_BORROWER_HAS_LOANS(),
    when: 'the borrower has or owes books; the message says which',
  },
  GROUP_HAS_BORROWERS: { status: 409, message: m.error_GROUP_HAS_BORROWERS, when: 'the group has borrowers' },
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
} as const
