import { Link } from '@tanstack/react-router'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { listWords } from '#kit/noun/shared/list-words.ts'
import { RowCells } from '#kit/noun/shared/row-cells.tsx'
import { buttonClass } from '#base/ui/button.tsx'
import { ListPage } from '#base/ui/list/list-page.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { shelvesQuery, shelvesTotalQuery } from './shelf.data.ts'
import type { ShelvesSearch } from './shelf-search.schema.ts'
import { shelfFields, shelfTitle } from './shelf.words.ts'

/** The shelves: search, order, rows, and the way to a new one. */
export function ShelfListPage({ search, timeZone }: { search: ShelvesSearch; timeZone: string }) {
  const [name, note, added] = [shelfFields.name.label(), shelfFields.note.label(), m.noun_added()]
  return (
    <ListPage
      to="/manager/shelves"
      toNew="/manager/shelves/new"
      words={{
        ...listWords(),
        title: m.shelf_list(),
        new: m.shelf_new(),
        search: m.shelf_search(),
        searchPlaceholder: m.shelf_search(),
        showAll: m.shelf_show_all(),
      }}
      params={search}
      query={shelvesQuery}
      count={shelvesTotalQuery}
      filters={[]}
      none={
        <EmptyState
          title={m.shelf_none_title()}
          text={m.shelf_none_text()}
          action={
            <Link to="/manager/shelves/new" className={buttonClass()}>
              {m.shelf_new()}
            </Link>
          }
        />
      }
      orders={[
        { value: 'name', label: name },
        { value: 'name-desc', label: m.list_sort_reversed({ order: name }) },
        { value: 'added', label: added },
        { value: 'added-asc', label: m.list_sort_oldest() },
      ]}
      columns={[
        { sorts: [{ label: name, ascending: 'name', descending: 'name-desc' }] },
        { label: note },
        { sorts: [{ label: added, ascending: 'added-asc', descending: 'added', first: 'descending' }] },
      ]}
      rowClass="grid items-center gap-x-4 px-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,2fr)]"
      renderRow={(shelf, { searchTerm }) => (
        <RowCells
          kind="shelf"
          id={shelf.id}
          cells={[shelfTitle(shelf), shelf.note, formatDate(shelf.createdAt, timeZone)]}
          searchTerm={searchTerm}
        />
      )}
      print={[
        { name, show: shelfTitle },
        { name: note, show: (shelf) => shelf.note },
        { name: added, show: ({ createdAt }) => formatDate(createdAt, timeZone) },
      ]}
    />
  )
}
