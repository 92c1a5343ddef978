import { m } from '#base/i18n/paraglide/messages.js'
import type { FieldWords, NounWords } from '#base/lib/noun.ts'
import type { Shelf, ShelfInput } from './shelf.schema.ts'

/** The labels of the fields, in the order of the page; a new field does not compile without an entry. */
export const shelfFields = {
  name: { label: m.shelf_name },
  note: { label: m.shelf_note },
} satisfies Record<keyof ShelfInput, FieldWords>

/** What a shelf is called: as the heading of its page, in the window's title, in lists and questions. */
export const shelfTitle = ({ name }: Pick<Shelf, 'name'>): string => name

export const shelfWords = { one: m.shelf_one, many: m.shelf_count, fields: shelfFields } satisfies NounWords
