import { fieldsOf } from '#base/lib/fields-of.ts'
import { isSameValue } from '#base/lib/form/is-same-value.ts'
import { recordOf } from '#base/lib/record-of.ts'
import { sorted } from '#base/lib/search/sorted.ts'
import { BLANK, draftOf, type BookField } from '#catalogue/book/shared/book-draft.ts'
import type { Book } from '#catalogue/book/book.schema.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'

/** The book that stays, and for each field the book whose value it gets. */
export interface MergeChoice {
  keep: string
  from: Record<BookField, string>
}

const FIELDS = fieldsOf(bookFields)

const hasValue = (book: Book, field: BookField): boolean => {
  const value = draftOf(book)[field]
  return !isSameValue(value, BLANK[field])
}

const filled = (book: Book): number => FIELDS.filter((field) => hasValue(book, field)).length

/**
 * What to begin with: the book with the most fields stays, of equals the oldest, unless one is given (`survivor`); empty fields
 * come from the others.
 */
export function suggestedMerge(books: readonly Book[], survivor?: string): MergeChoice {
  const [best, ...others] = sorted(
    books,
    (a, b) =>
      Number(b.id === survivor) - Number(a.id === survivor) ||
      filled(b) - filled(a) ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  )
  const keep = best?.id ?? ''
  const sourceOf = (field: BookField) => {
    const source = best && hasValue(best, field) ? best : (others.find((book) => hasValue(book, field)) ?? best)
    const value = source && draftOf(source)[field]
    return valuesOfField(books, field).find((book) => isSameValue(draftOf(book)[field], value))?.id ?? keep
  }
  return { keep, from: recordOf(FIELDS.map((field) => [field, sourceOf(field)])) }
}

/** The book as the merge would leave it. */
export function resultOf(books: readonly Book[], { keep, from }: MergeChoice): Book | undefined {
  const bookOf = (id: string) => books.find((book) => book.id === id)
  const survivor = bookOf(keep)
  if (!survivor) return undefined
  const values = Object.fromEntries(FIELDS.map((field) => [field, bookOf(from[field])?.[columnOf(field)]]))
  return { ...survivor, ...Object.fromEntries(FIELDS.map((field) => [columnOf(field), values[field]])) }
}

/** Books hold their genre, not its id. */
const columnOf = (field: BookField) => (field === 'genreId' ? 'genre' : field)

/** The different values of a field, each with the first book that has it. */
export function valuesOfField(books: readonly Book[], field: BookField): Book[] {
  const seen = new Set<unknown>()
  return books.filter((book) => {
    const value = JSON.stringify(draftOf(book)[field])
    const isNew = !seen.has(value)
    seen.add(value)
    return isNew
  })
}
