import { useSuspenseQuery } from '@tanstack/react-query'
import { RowEditPage, type EditedNoun } from '#kit/noun/shared/row-edit-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { draftWith } from '#base/lib/fields-of.ts'
import { LineInput } from '#base/ui/form/inputs.tsx'
import { createShelf, shelfQuery, updateShelf } from './shelf.data.ts'
import { shelfInputSchema, shelfSchema, type Shelf, type ShelfInput } from './shelf.schema.ts'
import { shelfFields, shelfTitle } from './shelf.words.ts'

const EDITED: EditedNoun<Shelf, ShelfInput> = {
  kind: 'shelf',
  fields: shelfFields,
  inputs: { name: LineInput, note: LineInput },
  inputSchema: shelfInputSchema,
  rowSchema: shelfSchema,
  nameOf: shelfTitle,
  draftOf: (row) => draftWith<ShelfInput>(shelfFields, (field) => row[field]),
  create: (input) => createShelf({ data: input }),
  update: (change) => updateShelf({ data: change }),
  words: { list: m.shelf_list, new: m.shelf_new, gone: m.shelf_gone },
}

/** Changes a shelf. */
export function ShelfUpdatePage({ id }: { id: string }) {
  const { data: shelf } = useSuspenseQuery(shelfQuery(id))
  return <RowEditPage key={id} noun={EDITED} row={shelf} />
}

/** Adds a shelf. */
export const ShelfNewPage = () => <RowEditPage noun={EDITED} row={undefined} />
