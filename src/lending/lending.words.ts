import { m } from '#base/i18n/paraglide/messages.js'
import { borrowerWords } from './borrower/borrower.words.ts'
import { copyWords } from './copy/copy.words.ts'

/** The words of the nouns of lending. */
export const lendingWords = {
  copy: copyWords,
  borrower: borrowerWords,
  loan: { one: m.loan_one },
  desk: { one: m.resource_desk },
}
