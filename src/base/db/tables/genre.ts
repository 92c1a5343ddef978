import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#base/errors/codes.server.ts'
import type { Locale } from '#base/i18n/locale.ts'
import { bytes, storedColumns } from './columns.ts'

/** Names by language. */
export type GenreNames = Partial<Record<Locale, string>>

/** A genre. A seed genre has a slug, by which its name is translated until a manager gives it names of its own. */
export const genre = pgTable(
  'genre',
  {
    ...storedColumns(),
    name: text().notNull(),
    slug: text(),
    /** Names by language, where a manager has set some. A language without one shows `name`. */
    names: jsonb().$type<GenreNames>(),
    /** Names of the genre in other languages than that of `name`, for search. */
    words: text().notNull().default(''),
    /** Hue of its covers and its dot, in degrees of OKLCH, 0 to 359. */
    hue: integer().notNull(),
    nameHash: bytes()
      .notNull()
      .generatedAlwaysAs(sql`public.fold_hash("name")`),
  },
  (table) => [
    unique('genre_name_unique').on(table.nameHash),
    unique('genre_slug_unique').on(table.slug),
    check('genre_hue_range', sql`${table.hue} between 0 and 359`),
  ],
)

/** The error for each violated constraint of this table. */
export const genreConstraints: ConstraintErrors = {
  genre_name_unique: { code: 'GENRE_TAKEN', fields: { name: { key: 'genre_taken' } } },
  // By the undo of the end of a seeded genre that was seeded again since.
  genre_slug_unique: { code: 'GENRE_TAKEN', fields: { name: { key: 'genre_taken' } } },
}
