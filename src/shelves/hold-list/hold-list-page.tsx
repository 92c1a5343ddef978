import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import type { ListFilter } from '#base/ui/list/list-filters.tsx'
import { ListPage } from '#base/ui/list/list-page.tsx'
import { SavedSelections } from '#base/ui/list/use-selection.ts'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { listWords } from '#kit/noun/shared/list-words.ts'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { HoldCancelBar } from './hold-cancel-bar.tsx'
import { holdsQuery, holdsTotalQuery } from './hold-list.data.ts'
import type { HoldRow } from './hold-list.schema.ts'
import type { HoldsSearch } from './hold-search.schema.ts'
import { HoldRowCells, holdRowClass, holdStateText } from './hold-row.tsx'

/** The holds that were selected in lists that can be gone back to. */
const selectedHolds = new SavedSelections<HoldRow>()

/** Who waits for which book: search, class, whether it is put aside and until when; one or several are cancelled. */
export function HoldListPage({ search, timeZone }: { search: HoldsSearch; timeZone: string }) {
  const groups = useQuery(groupsQuery).data?.items ?? []
  const filters: ListFilter[] = [
    {
      name: 'groupId',
      value: search.groupId,
      label: m.borrower_group(),
      all: m.borrower_group_all(),
      options: groups.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'state',
      value: search.state,
      label: m.borrower_state(),
      all: m.hold_state_all(),
      options: [
        { value: 'ready', label: m.hold_state_ready() },
        { value: 'waiting', label: m.hold_state_waiting() },
      ],
    },
  ]
  const orders = [
    { value: 'placed', label: m.hold_sort_placed() },
    { value: 'placed-desc', label: m.hold_sort_placed_last() },
    { value: 'fetch', label: m.hold_sort_fetch() },
  ]
  return (
    <ListPage
      to="/manager/holds"
      words={{
        ...listWords(),
        title: m.hold_list(),
        search: m.hold_search(),
        searchPlaceholder: m.hold_search(),
        showAll: m.hold_show_all(),
      }}
      params={search}
      query={holdsQuery}
      count={holdsTotalQuery}
      filters={filters}
      none={
        <EmptyState
          title={m.borrower_no_holds()}
          text={m.hold_list_none_text()}
          action={
            <Link to="/manager/books" className={buttonClass('second')}>
              {m.books_empty_action()}
            </Link>
          }
        />
      }
      orders={orders}
      select={{
        saved: selectedHolds,
        words: {
          all: m.books_select_all(),
          one: ({ title, borrower }) => m.hold_select({ title, name: borrower }),
        },
        renderBar: (selection, found) => <HoldCancelBar selection={selection} found={found} />,
      }}
      columns={[
        { label: m.hold_book() },
        { label: m.hold_borrower() },
        { sorts: [{ label: m.hold_placed(), ascending: 'placed', descending: 'placed-desc' }] },
        { label: m.borrower_state() },
      ]}
      rowClass={holdRowClass}
      renderRow={(hold, { searchTerm }) => <HoldRowCells hold={hold} searchTerm={searchTerm} timeZone={timeZone} />}
      print={[
        { name: m.hold_book(), show: ({ title }) => title },
        { name: m.hold_borrower(), show: ({ borrower }) => borrower },
        { name: m.borrower_group(), show: ({ group }) => group ?? '' },
        { name: m.hold_placed(), show: ({ placedAt }) => formatDate(placedAt, timeZone) },
        { name: m.borrower_state(), show: holdStateText },
        { name: m.copy_number(), show: ({ number }) => number ?? '' },
      ]}
    />
  )
}
