import { pgTable, text } from 'drizzle-orm/pg-core'

/** The names of details of books that readers see, folded; all others are for managers. */
export const readerDetail = pgTable('reader_detail', { name: text().primaryKey() })
