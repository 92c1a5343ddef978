import { Link } from '@tanstack/react-router'
import { formatDate } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { HighlightedText } from '#ui/list/highlighted-text.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { rowKey } from '#ui/list/use-list-keys.ts'
import { shelvesQuery, shelvesTotalQuery } from '../shelf.data.ts'
import type { Shelf } from '../shelf.schema.ts'
import type { ShelvesSearch } from '../shelf-search.schema.ts'
import { shelfFields } from '../shelf.words.ts'

/** The manager's list: search, order, rows, and the way to a new one. */
export function ManagerShelfListPage({ search, timeZone }: { search: ShelvesSearch; timeZone: string }) {
  const [name, note, added] = [shelfFields.name.label(), shelfFields.note.label(), m.shelf_added()]
  return (
    <ListPage
      to="/manager/shelves"
      toNew="/manager/shelves/new"
      words={{
        title: m.shelf_list(),
        new: m.shelf_new(),
        search: m.shelf_search(),
        searchPlaceholder: m.shelf_search(),
        sort: m.shelf_sort(),
        failed: m.shelf_load_failed(),
        emptyTitle: m.shelf_empty_title(),
        emptyText: m.shelf_empty_text(),
        showAll: m.shelf_show_all(),
      }}
      params={search}
      query={shelvesQuery}
      count={shelvesTotalQuery}
      filters={[]}
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
        <ShelfRowCells shelf={shelf} searchTerm={searchTerm} added={formatDate(shelf.createdAt, timeZone)} />
      )}
      print={[
        { name, show: (shelf) => shelf.name },
        { name: note, show: (shelf) => shelf.note },
        { name: added, show: ({ createdAt }) => formatDate(createdAt, timeZone) },
      ]}
    />
  )
}

/** The cells of a row; the whole row leads to the page. */
function ShelfRowCells({ shelf, searchTerm, added }: { shelf: Shelf; searchTerm: string; added: string }) {
  return (
    <>
      <span role="cell" className="min-w-0">
        <Link
          {...rowKey('open')}
          to="/manager/shelves/$id"
          params={{ id: shelf.id }}
          state={{ isFromList: true }}
          className="leading-snug font-semibold outline-none after:absolute after:inset-0"
        >
          <span dir="auto" className="break-words">
            <HighlightedText text={shelf.name} searchTerm={searchTerm} />
          </span>
        </Link>
      </span>
      <span role="cell" dir="auto" className="line-clamp-2 min-w-0 text-[0.8125rem] break-words text-muted">
        <HighlightedText text={shelf.note} searchTerm={searchTerm} />
      </span>
      <span role="cell" className="text-[0.8125rem] text-muted max-lg:sr-only">
        {added}
      </span>
    </>
  )
}
