import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { shelvesQuery } from '../shelf.data.ts'
import { usualShelfSort } from '../shelf-search.schema.ts'
import { shelfTitle } from '../shelf.words.ts'

/** On a book's page: its shelves, the way to all of them, and to a new one. */
export function BookShelves({ id }: { id: string }) {
  const state = useInfiniteQuery(shelvesQuery({ searchTerm: '', sort: usualShelfSort, bookId: id }))
  const [page] = state.data?.pages ?? []
  return (
    <Panel
      title={m.shelf_list()}
      action={
        <Link to="/manager/shelves/new" search={{ bookId: id }} className={rowActionClass}>
          {m.shelf_new()}
        </Link>
      }
    >
      {page ? (
        <ul>
          {page.items.map((shelf) => (
            <li key={shelf.id}>
              <Link to="/manager/shelves/$id" params={{ id: shelf.id }} className={`${rowActionClass} -ms-2`}>
                <bdi>{shelfTitle(shelf)}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <PanelState title={m.noun_load_failed()} query={state} />
      )}
      {page?.nextCursor && (
        <Link to="/manager/shelves" search={{ bookId: id }} className={`${rowActionClass} -ms-2`}>
          {m.shelf_show_all()}
        </Link>
      )}
    </Panel>
  )
}
