import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import type { GenreNames } from './genre.ts'

/** The trash of genres: one that was deleted or merged, as it was, with its books, so that it can be restored. */
export const endedGenre = pgTable('ended_genre', {
  id: uuid().primaryKey(),
  version: integer().notNull().default(1),
  name: text().notNull(),
  slug: text(),
  names: jsonb().$type<GenreNames>(),
  hue: integer().notNull(),
  createdAt: instant().notNull(),
  /** The genre that its books got; null for none. */
  movedTo: uuid(),
  /** The ids of its books. */
  books: uuid().array().notNull(),
})
