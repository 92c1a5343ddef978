import { formatDay } from '#i18n/format.ts'
import { isLocale, LANGUAGE_NAMES } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { FieldWords, NounWords } from '#lib/noun.ts'
import type { BorrowerInput } from './borrower.schema.ts'

/** The name of a language, as its speakers call it. */
const languageWord = (language: string): string => (isLocale(language) ? LANGUAGE_NAMES[language] : language)

/** The labels of the fields, in the order of the page; a new field does not compile without an entry. */
const borrowerFields = {
  name: { label: m.borrower_name },
  groupId: { label: m.borrower_group },
  card: { label: m.borrower_card },
  schoolNumber: { label: m.borrower_school_number },
  email: { label: m.borrower_email },
  language: { label: m.borrower_language, word: languageWord },
  expiresOn: { label: m.borrower_expires, word: formatDay },
  note: { label: m.borrower_note },
  blockedNote: { label: m.borrower_blocked },
} satisfies Record<keyof BorrowerInput, FieldWords>

export const borrowerWords = {
  one: m.borrower_one,
  many: m.borrower_count,
  fields: borrowerFields,
  former: m.desk_former,
  sentences: { 'delete-for-good': ({ names }) => m.activity_erased(names) },
} satisfies NounWords
