import { fieldText, labelInSentence } from '#base/i18n/field-text.ts'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { isLocale, LANGUAGE_NAMES } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords, NounWords } from '#base/lib/noun.ts'
import type { BorrowerInput } from './borrower.schema.ts'

/** The name of a language, as its speakers call it. */
const languageWord = (language: string): string => (isLocale(language) ? LANGUAGE_NAMES[language] : language)

/** The labels of the fields, in the order of the page; a new field does not compile without an entry. */
const borrowerFields = {
  name: { label: m.borrower_name },
  groupId: { label: m.borrower_group, goneWord: m.activity_group_gone },
  card: { label: m.borrower_card },
  schoolNumber: { label: m.borrower_school_number },
  email: { label: m.borrower_email },
  language: { label: m.borrower_language, word: languageWord },
  expiresOn: { label: m.borrower_expires, word: formatDay },
  note: { label: m.borrower_note },
  blockedNote: { label: m.borrower_blocked },
  cardPrintedOn: { label: m.borrower_card_printed, word: formatDay },
} satisfies Record<keyof BorrowerInput, FieldWords>

const counted = (count: number): string => m.borrower_count({ count, shown: formatNumber(count) })

const numberIn = (value: unknown): string => formatNumber(Number(value ?? 0))

/** How many borrowers a bulk change has changed. */
const changedIn = (valueOf: (field: string) => unknown): string => counted(Number(valueOf('rows') ?? 0))

/** How many borrowers a class list has added or changed. */
const importedOf = (valueOf: (field: string) => unknown): string =>
  counted(Number(valueOf('created') ?? 0) + Number(valueOf('updated') ?? 0))

export const borrowerWords = {
  one: m.borrower_one,
  many: m.borrower_count,
  fields: borrowerFields,
  former: m.desk_former,
  taken: m.undo_kept_card_taken,
  sentences: {
    'delete-for-good': ({ names }) => m.activity_erased(names),
    'bulk-set': ({ names, valueOf }) => {
      const field = lookUp<FieldWords>(borrowerFields, String(valueOf('operand')))
      const value = fieldText(String(valueOf('value') ?? ''), field)
      const words = { ...names, field: field ? labelInSentence(field) : '', books: changedIn(valueOf) }
      return value === '' ? m.activity_bulk_cleared(words) : m.activity_bulk_set({ ...words, subject: isolated(value) })
    },
    merge: ({ names, valueOf }) =>
      m.activity_borrowers_merged({ ...names, other: isolated(String(valueOf('other') ?? '')) }),
    'bulk-delete': ({ names, valueOf }) => m.activity_borrowers_trashed({ ...names, borrowers: changedIn(valueOf) }),
    'undo-bulk': ({ names, valueOf }) => m.activity_bulk_undone({ ...names, books: changedIn(valueOf) }),
    import: ({ names, valueOf }) => m.activity_imported({ ...names, books: importedOf(valueOf) }),
    'bulk-year-end': ({ names, valueOf }) =>
      m.activity_year_end({ ...names, moved: numberIn(valueOf('moved')), gone: numberIn(valueOf('gone')) }),
    'undo-bulk-year-end': ({ names }) => m.activity_year_end_undone(names),
    'bulk-due-days': ({ names, valueOf }) =>
      m.activity_due_days({
        ...names,
        count: numberIn(valueOf('loans')),
        day: formatDay(String(valueOf('day') ?? '')),
      }),
    'undo-bulk-due-days': ({ names, valueOf }) =>
      m.activity_due_days_undone({ ...names, count: numberIn(valueOf('loans')) }),
    'bulk-calendar': ({ names, valueOf }) => m.activity_calendar({ ...names, count: numberIn(valueOf('loans')) }),
    'undo-bulk-calendar': ({ names, valueOf }) =>
      m.activity_calendar_undone({ ...names, count: numberIn(valueOf('loans')) }),
    'bulk-accounts': ({ names, valueOf }) =>
      m.activity_accounts({ ...names, linked: numberIn(valueOf('linked')), made: numberIn(valueOf('made')) }),
    'undo-bulk-accounts': ({ names, valueOf }) =>
      m.activity_accounts_undone({ ...names, count: numberIn(valueOf('restored')) }),
    'undo-import': ({ names, valueOf }) => {
      const [words, kept] = [{ ...names, books: importedOf(valueOf) }, Number(valueOf('kept') ?? 0)]
      return kept === 0
        ? m.activity_import_undone(words)
        : m.activity_import_undone_kept({ ...words, kept: counted(kept) })
    },
  },
} satisfies NounWords
