import { useSuspenseQuery } from '@tanstack/react-query'
import { FieldList } from '#kit/noun/shared/field-list.tsx'
import { RowMissingPage } from '#kit/noun/shared/row-missing-page.tsx'
import { RowPage } from '#kit/noun/shared/row-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { removeShelf, shelfQuery } from './shelf.data.ts'
import { shelfFields, shelfTitle } from './shelf.words.ts'

/** A shelf, for managers: its fields, its history, the ways to change and to delete it. */
export function ShelfPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: shelf } = useSuspenseQuery(shelfQuery(id))
  return (
    <RowPage
      kind="shelf"
      row={shelf}
      name={shelfTitle(shelf)}
      words={{ list: m.shelf_list(), delete: m.shelf_delete(), gone: m.shelf_gone() }}
      remove={(version) => removeShelf({ data: version })}
    >
      <FieldList fields={shelfFields} row={shelf} timeZone={timeZone} />
    </RowPage>
  )
}

/** Stands for a shelf that does not exist. */
export const ShelfMissingPage = () => (
  <RowMissingPage kind="shelf" title={m.shelf_gone()} showAll={m.shelf_show_all()} />
)
