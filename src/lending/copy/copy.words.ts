import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { fieldText, labelInSentence } from '#base/i18n/field-text.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { FieldWords, NounWords } from '#base/lib/noun.ts'
import { conditionWord } from '#catalogue/book/copy-condition.words.ts'
import type { CopyInput } from './copy.schema.ts'

/** The labels of the fields, in the order of the form; a new field does not compile without an entry. */
export const copyFields = {
  number: { label: m.copy_number },
  location: { label: m.copy_location },
  condition: { label: m.copy_condition, word: conditionWord },
  note: { label: m.copy_note },
  acquiredOn: { label: m.copy_acquired, word: formatDay },
  price: { label: m.copy_price },
  withdrawnReason: { label: m.copy_withdrawn_reason },
  labelPrintedOn: { label: m.copy_label_printed, word: formatDay },
} satisfies Record<keyof CopyInput, FieldWords>

/** A number of years in which a copy was not lent, in words. */
export const neverLentWord = (years: number): string =>
  m.copy_never_lent_in({ count: years, shown: formatNumber(years) })

/** The number of copies that a bulk change has changed, in words. */
const countedIn = (valueOf: (field: string) => unknown): string => {
  const count = Number(valueOf('rows') ?? 0)
  return m.copy_count({ count, shown: formatNumber(count) })
}

export const copyWords = {
  one: m.copy_one,
  many: m.copy_count,
  taken: m.undo_kept_number_taken,
  fields: copyFields,
  sentences: {
    'delete-for-good': ({ names }) => m.activity_deleted_for_good(names),
    'bulk-set': ({ names, valueOf }) => {
      const field = lookUp<FieldWords>(copyFields, String(valueOf('operand')))
      const value = fieldText(String(valueOf('value') ?? ''), field)
      const words = { ...names, field: field ? labelInSentence(field) : '', books: countedIn(valueOf) }
      return value === '' ? m.activity_bulk_cleared(words) : m.activity_bulk_set({ ...words, subject: isolated(value) })
    },
    'bulk-delete': ({ names, valueOf }) => m.activity_bulk_deleted({ ...names, books: countedIn(valueOf) }),
    'bulk-add': ({ names, valueOf }) => m.activity_copies_added({ ...names, copies: countedIn(valueOf) }),
    stocktake: ({ names, valueOf }) => m.activity_stocktake({ ...names, copies: countedIn(valueOf) }),
    'undo-stocktake': ({ names, valueOf }) => m.activity_stocktake_undone({ ...names, copies: countedIn(valueOf) }),
    'move-set': ({ names, valueOf }) =>
      m.activity_set_moved({ ...names, copies: countedIn(valueOf), day: formatDay(String(valueOf('day') ?? '')) }),
    'undo-bulk': ({ names, valueOf }) => m.activity_bulk_undone({ ...names, books: countedIn(valueOf) }),
  },
} satisfies NounWords
