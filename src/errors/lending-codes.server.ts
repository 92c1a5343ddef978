import { m } from '#i18n/paraglide/messages.js'
import type { Problem } from '#i18n/problem-text.ts'

const NUMBER_TAKEN: Record<string, Problem> = { number: { key: 'number_taken' } }

/** The errors of copies, borrowers, loans and holds. */
export const LENDING_CODES = {
  NUMBER_TAKEN: {
    status: 409,
    message: m.error_NUMBER_TAKEN,
    when: 'a copy, a card or a borrower has this number',
    example: { fields: NUMBER_TAKEN },
  },
  COPY_ON_LOAN: {
    status: 409,
    message: ({ sentence }: { sentence?: string }) => sentence ?? m.error_COPY_ON_LOAN(),
    when: 'a copy is on loan; the message says which',
  },
  COPY_WAS_LENT: { status: 409, message: m.error_COPY_WAS_LENT, when: 'the copy was lent: it can only be withdrawn' },
  BORROWER_HAS_LOANS: { status: 409, message: m.error_BORROWER_HAS_LOANS, when: 'the borrower has books' },
  GROUP_HAS_BORROWERS: { status: 409, message: m.error_GROUP_HAS_BORROWERS, when: 'the group has borrowers' },
  HOLD_TAKEN: { status: 409, message: m.error_HOLD_TAKEN, when: 'the borrower waits for the book already' },
} as const
