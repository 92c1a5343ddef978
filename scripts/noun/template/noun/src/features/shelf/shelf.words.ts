import { m } from '#i18n/paraglide/messages.js'
import type { FieldWords, NounWords } from '#lib/noun.ts'
import type { ShelfInput } from './shelf.schema.ts'

/** The labels of the fields, in the order of the page; a new field does not compile without an entry. */
export const shelfFields = {
  name: { label: m.shelf_name },
  note: { label: m.shelf_note },
} satisfies Record<keyof ShelfInput, FieldWords>

export const shelfWords = { one: m.shelf_one, many: m.shelf_count, fields: shelfFields } satisfies NounWords
