import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#base/errors/codes.server.ts'
import { bytes, changeTable, plainText, sortedText, storedColumns } from './columns.ts'

/** A shelf. PostgreSQL computes the generated columns. */
export const shelf = pgTable(
  'shelf',
  {
    ...storedColumns(),
    name: text().notNull(),
    note: text().notNull().default(''),
    /** The words of name and note as search compares them. */
    allWords: plainText()
      .notNull()
      .generatedAlwaysAs(sql`public.fold_words("name" || E'\\x1f' || "note")`),
    /** As much of them as fits into the index of the list. */
    walkWords: plainText()
      .notNull()
      .generatedAlwaysAs(sql`left(public.fold_words("name" || E'\\x1f' || "note"), 400)`),
    sortName: sortedText()
      .notNull()
      .generatedAlwaysAs(sql`left(public.sort_key("name"), 200)`),
    nameHash: bytes()
      .notNull()
      .generatedAlwaysAs(sql`public.fold_hash("name")`),
  },
  (table) => [
    unique('shelf_name_unique').on(table.nameHash),
    index('shelf_sort_name_index').on(table.sortName, table.id),
    index('shelf_all_words_index').using('gin', sql`${table.allWords} gin_trgm_ops`),
    index('shelf_name_words_index').using('gin', sql`(split_part("all_words", E'\\x1f', 1)) gin_trgm_ops`),
  ],
)

/** What it means to a person that a constraint of this table was broken. */
export const shelfConstraints: ConstraintErrors = {
  shelf_name_unique: { code: 'NAME_TAKEN', fields: { name: { key: 'name_taken' } } },
}

export const shelfChange = changeTable('shelf_change')
