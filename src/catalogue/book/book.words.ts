import { labelInSentence } from '#base/i18n/field-text.ts'
import { formatNumber, formatValues } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords, NounWords } from '#base/lib/noun.ts'
import { bookFields } from './book-fields.words.ts'

/** A number of books, in words. */
export const countedBooks = (count: number): string => m.activity_books({ count, shown: formatNumber(count) })

type ValueOf = (field: string) => unknown

const CHANGED = ['created', 'updated', 'books']
const changedOf = (valueOf: ValueOf): number => CHANGED.reduce((sum, field) => sum + Number(valueOf(field) ?? 0), 0)

/** The number of books that an import or a bulk change has added or changed. */
const booksOf = (valueOf: ValueOf): string => countedBooks(changedOf(valueOf))

/** The numbers of books and of copies that an import has added or changed; one of them alone where the other is 0. */
function importedOf(valueOf: ValueOf): string {
  const [books, count] = [changedOf(valueOf), Number(valueOf('copies') ?? 0)]
  if (count === 0) return countedBooks(books)
  return formatValues([
    ...(books > 0 ? [countedBooks(books)] : []),
    m.copy_count({ count, shown: formatNumber(count) }),
  ])
}

/** The field that a bulk change was of, in a sentence. */
const operandOf = (valueOf: ValueOf): string => {
  const words = lookUp<FieldWords>(bookFields, String(valueOf('operand')))
  return words ? labelInSentence(words) : ''
}

/** Whether several merges were each of one book into another. */
const arePairs = (valueOf: ValueOf, count: number): boolean => count > 1 && Number(valueOf('books')) === count

export const bookWords = {
  one: m.resource_book,
  many: m.activity_books,
  fields: bookFields,
  sentences: {
    'delete-for-good': ({ names }) => m.activity_deleted_for_good(names),
    import: ({ names, valueOf }) => m.activity_imported({ ...names, books: importedOf(valueOf) }),
    'undo-import': ({ names, valueOf }) => {
      const [words, kept] = [{ ...names, books: importedOf(valueOf) }, Number(valueOf('kept') ?? 0)]
      return kept === 0
        ? m.activity_import_undone(words)
        : m.activity_import_undone_kept({ ...words, kept: countedBooks(kept) })
    },
    'bulk-set': ({ names, valueOf }) =>
      (valueOf('isCleared') === true ? m.activity_bulk_cleared : m.activity_bulk_set)({
        ...names,
        field: operandOf(valueOf),
        books: booksOf(valueOf),
      }),
    'bulk-replace': ({ names, valueOf }) =>
      m.activity_bulk_replaced({ ...names, field: operandOf(valueOf), books: booksOf(valueOf) }),
    'bulk-turn': ({ names, valueOf }) => m.activity_bulk_turned({ ...names, books: booksOf(valueOf) }),
    'bulk-delete': ({ names, valueOf }) =>
      (valueOf('isForGood') === true ? m.activity_bulk_deleted_for_good : m.activity_bulk_deleted)({
        ...names,
        books: booksOf(valueOf),
      }),
    // All bulk changes but deletions are of a field (`operand`).
    'undo-bulk': ({ names, valueOf }) =>
      (valueOf('operand') === undefined ? m.activity_bulk_delete_undone : m.activity_bulk_undone)({
        ...names,
        books: booksOf(valueOf),
      }),
    merge: ({ names, valueOf, count }) =>
      arePairs(valueOf, count)
        ? m.activity_merged_pairs({ ...names, count, shown: formatNumber(count) })
        : m.activity_merged({ ...names, books: booksOf(valueOf) }),
    split: ({ names, valueOf, count }) =>
      arePairs(valueOf, count)
        ? m.activity_split_pairs({ ...names, count, shown: formatNumber(count) })
        : m.activity_split({ ...names, books: booksOf(valueOf) }),
  },
} satisfies NounWords
