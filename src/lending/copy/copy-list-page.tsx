import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listWords } from '#kit/noun/shared/list-words.ts'
import { ListViews } from '#kit/view/shared/list-views.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { lineActionClass } from '#base/ui/panel.tsx'
import { ListPage } from '#base/ui/list/list-page.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { SavedSelections } from '#base/ui/list/use-selection.ts'
import { CopyBulkBar } from './bulk/copy-bulk-bar.tsx'
import { copyLinks } from './copy.slots.ts'
import type { CopyRow } from './copy.schema.ts'
import { copiesQuery, copiesTotalQuery, placesQuery } from './copy.data.ts'
import { copyFilters } from './copy-filters.tsx'
import { CopyRowCells } from './copy-row.tsx'
import type { CopiesSearch } from './copy-search.schema.ts'
import { holderText, seenText, stateText } from './copy-row-text.ts'
import { copyFields } from './copy.words.ts'

/** The copies that were selected in lists that can be gone back to. */
const selectedCopies = new SavedSelections<CopyRow>()

/** The copies of all books: search, filters by state and place, and who has one or owes it. */
export function CopyListPage({ search, timeZone }: { search: CopiesSearch; timeZone: string }) {
  const places = useQuery(placesQuery).data ?? []
  const filters = copyFilters(search, places)
  const orders = copyOrders()
  const [number, place, state] = [copyFields.number.label(), copyFields.location.label(), copyFields.condition.label()]
  return (
    <ListPage
      to="/manager/copies"
      words={{
        ...listWords(),
        title: m.copy_list(),
        search: m.copy_search(),
        searchPlaceholder: m.copy_search(),
        showAll: m.copy_show_all(),
      }}
      params={search}
      query={copiesQuery}
      count={copiesTotalQuery}
      none={
        <EmptyState
          title={m.copy_list_none()}
          text={m.copy_list_none_text()}
          action={
            <Link to="/manager/books" className={buttonClass()}>
              {m.books_empty_action()}
            </Link>
          }
        />
      }
      filters={filters}
      views={<ListViews list="copies" to="/manager/copies" params={search} filters={filters} orders={orders} />}
      orders={orders}
      select={{
        saved: selectedCopies,
        words: { all: m.books_select_all(), one: ({ number: label }) => m.copy_select({ number: label }) },
        renderBar: (selection, found) => <CopyBulkBar selection={selection} found={found} timeZone={timeZone} />,
      }}
      renderActions={({ filter: { searchTerm } }) => (
        <>
          <copyLinks.Parts />
          <Link to="/manager/copies/trash" search={{ searchTerm }} className={`${lineActionClass} print:hidden`}>
            {m.copy_trash_link()}
          </Link>
        </>
      )}
      columns={[
        { sorts: [{ label: number, ascending: 'number', descending: 'number-desc' }] },
        { label: m.hold_book() },
        { label: m.copy_shelf_mark() },
        { label: place },
        { label: state },
        { sorts: [{ label: m.copy_last_seen(), ascending: 'seen', descending: 'seen-desc' }] },
        { label: m.copy_on_loan_to() },
      ]}
      rowClass="grid items-center gap-x-2 ps-1 pe-3 lg:gap-x-4 lg:pe-4 grid-cols-[2.75rem_minmax(0,1fr)_minmax(0,1fr)] lg:grid-cols-[2.75rem_minmax(0,7fr)_minmax(0,16fr)_minmax(0,6fr)_minmax(0,7fr)_minmax(0,8fr)_minmax(0,7fr)_minmax(0,8fr)]"
      renderRow={(copy, { searchTerm }) => <CopyRowCells copy={copy} searchTerm={searchTerm} timeZone={timeZone} />}
      print={[
        { name: number, show: (copy) => copy.number },
        { name: m.hold_book(), show: (copy) => copy.title },
        { name: m.copy_shelf_mark(), show: (copy) => copy.shelfMark },
        { name: place, show: (copy) => copy.location },
        { name: state, show: stateText },
        { name: m.copy_last_seen(), show: (copy) => seenText(copy, timeZone) },
        { name: m.copy_on_loan_to(), show: holderText },
      ]}
    />
  )
}

/** Every order, in words. */
function copyOrders(): { value: CopiesSearch['sort']; label: string }[] {
  const number = copyFields.number.label()
  return [
    { value: 'number', label: number },
    { value: 'number-desc', label: m.list_sort_reversed({ order: number }) },
    { value: 'added', label: m.noun_added() },
    { value: 'added-asc', label: m.list_sort_oldest() },
    { value: 'seen', label: m.copy_sort_seen() },
    { value: 'seen-desc', label: m.copy_sort_seen_last() },
  ]
}
