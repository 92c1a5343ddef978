import { borrowerNoun } from './borrower/borrower.noun.ts'
import { copyNoun } from './copy/copy.noun.ts'
import { deskNoun } from './desk/desk.noun.ts'
import { loanNoun } from './loan/loan.noun.ts'

/** The nouns of lending, in the order in which navigation and permissions show them. */
export const lendingNouns = { copy: copyNoun, borrower: borrowerNoun, loan: loanNoun, desk: deskNoun } as const
