import { sql, type SQL } from 'drizzle-orm'

/** The fields of a book that must be unique together, as the trigger `book_derived` compares them. Edition and volume are often empty. */
export const KEY_FIELDS = ['title', 'author', 'edition', 'volume'] as const

/** Whether the field is part of the unique key of books. */
export const isInKey = (field: string): boolean => KEY_FIELDS.some((one) => one === field)

/** The `titleHash` of a book with these values. */
export const bookHash = (valueOf: (field: (typeof KEY_FIELDS)[number]) => SQL): SQL =>
  sql`public.book_hash(${sql.join(KEY_FIELDS.map(valueOf), sql`, `)})`
