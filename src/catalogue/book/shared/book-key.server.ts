import { sql, type SQL } from 'drizzle-orm'

/** The fields of a book that must be unique together, as the trigger `book_derived` compares them. Edition and volume are often empty. */
export const KEY_FIELDS = ['title', 'author', 'edition', 'volume'] as const

/** Whether the field is part of the unique key of books. */
export const isInKey = (field: string): boolean => KEY_FIELDS.some((one) => one === field)

/** The `titleHash` of a book with these values. */
export const bookHash = (valueOf: (field: (typeof KEY_FIELDS)[number]) => SQL): SQL =>
  sql`public.book_hash(${sql.join(KEY_FIELDS.map(valueOf), sql`, `)})`

/** Title and author as `bookHash` compares them: folding them is most of its work. */
export const foldedTitle = (title: SQL, author: SQL): SQL =>
  sql`public.fold(${title}) || E'\\x1f' || public.author_key(${author})`

/** The `titleHash` of a book with a `foldedTitle`, edition and volume, of which neither is null; a test compares it with that of the database. */
export const hashOfFolded = (folded: SQL, edition: SQL, volume: SQL): SQL => sql`sha256(convert_to(${folded}
  || case when ${edition} = '' then '' else E'\\x1f' || public.fold(${edition}) end
  || case when ${volume} = '' then '' else E'\\x1e' || public.fold(${volume}) end, 'UTF8'))`
