import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import type { GenreNames } from './genre.ts'

/** A genre that was deleted or merged, as it was, with its books: by it the end of a genre is undone. */
export const endedGenre = pgTable('ended_genre', {
  id: uuid().primaryKey(),
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
