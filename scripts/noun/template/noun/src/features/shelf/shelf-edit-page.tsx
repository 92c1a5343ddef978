import { useSuspenseQuery } from '@tanstack/react-query'
import { RowEditPage, type EditedNoun } from '#features/noun/shared/row-edit-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { LineInput } from '#ui/form/inputs.tsx'
import { createShelf, shelfQuery, updateShelf } from './shelf.data.ts'
import { shelfInputSchema, shelfSchema, type Shelf, type ShelfInput } from './shelf.schema.ts'
import { shelfFields } from './shelf.words.ts'

const EDITED: EditedNoun<Shelf, ShelfInput> = {
  kind: 'shelf',
  fields: shelfFields,
  inputs: { name: LineInput, note: LineInput },
  inputSchema: shelfInputSchema,
  rowSchema: shelfSchema,
  nameOf: ({ name }) => name,
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
