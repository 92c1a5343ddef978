import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { listWords } from '#features/noun/shared/list-words.ts'
import { RowCells } from '#features/noun/shared/row-cells.tsx'
import { Badge } from '#ui/badge.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { lineActionClass } from '#ui/panel.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { buttonClass } from '#ui/button.tsx'
import { groupsQuery } from './group/group.data.ts'
import { borrowersQuery, borrowersTotalQuery } from './borrower.data.ts'
import type { BorrowersSearch } from './borrower-search.schema.ts'
import { borrowerWords } from './borrower.words.ts'

const owesWord = ({ owes: count }: { owes: number }): string => m.borrower_owes({ count, shown: formatNumber(count) })

/** The borrowers: search, order, rows, and the way to a new one. */
export function BorrowerListPage({ search }: { search: BorrowersSearch }) {
  const { fields } = borrowerWords
  const groups = useQuery(groupsQuery).data?.items ?? []
  const [name, group, card] = [fields.name.label(), fields.groupId.label(), fields.card.label()]
  return (
    <ListPage
      to="/manager/borrowers"
      toNew="/manager/borrowers/new"
      words={{
        ...listWords(),
        title: m.borrower_list(),
        new: m.borrower_new(),
        search: m.borrower_search(),
        searchPlaceholder: m.borrower_search(),
        showAll: m.borrower_show_all(),
      }}
      params={search}
      query={borrowersQuery}
      count={borrowersTotalQuery}
      filters={[
        {
          name: 'groupId',
          value: search.groupId,
          label: group,
          all: m.borrower_group_all(),
          options: groups.map(({ id, name: word }) => ({ value: id, label: word })),
        },
      ]}
      none={<NoBorrowers />}
      renderActions={({ filter: { searchTerm } }) => (
        <>
          <Link to="/manager/borrowers/groups" className={lineActionClass}>
            {m.group_list()}
          </Link>
          <Link to="/manager/copies" className={`${lineActionClass} print:hidden`}>
            {m.copy_list()}
          </Link>
          <Link to="/manager/borrowers/trash" search={{ searchTerm }} className={`${lineActionClass} print:hidden`}>
            {m.borrower_trash_link()}
          </Link>
        </>
      )}
      orders={[
        { value: 'name', label: name },
        { value: 'name-desc', label: m.list_sort_reversed({ order: name }) },
        { value: 'added', label: m.noun_added() },
        { value: 'added-asc', label: m.list_sort_oldest() },
      ]}
      columns={[
        { sorts: [{ label: name, ascending: 'name', descending: 'name-desc' }] },
        { label: group },
        { label: card },
      ]}
      rowClass="grid items-center gap-x-4 px-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,2fr)]"
      renderRow={(borrower, { searchTerm }) => (
        <RowCells
          kind="borrower"
          id={borrower.id}
          cells={[borrower.name, borrower.groupName ?? '', borrower.card]}
          badge={borrower.owes > 0 && <Badge look="danger">{owesWord(borrower)}</Badge>}
          searchTerm={searchTerm}
        />
      )}
      print={[
        { name, show: (borrower) => borrower.name },
        { name: group, show: (borrower) => borrower.groupName ?? '' },
        { name: card, show: (borrower) => borrower.card },
      ]}
    />
  )
}

/** Shown while the library has no borrower: who they are, and how to add the first. */
const NoBorrowers = () => (
  <EmptyState
    title={m.borrower_none_title()}
    text={m.borrower_none_text()}
    action={
      <div className="flex flex-wrap items-center gap-3">
        <Link to="/manager/borrowers/new" className={buttonClass()}>
          {m.borrower_new()}
        </Link>
        <Link to="/manager/borrowers/groups" className={buttonClass('second')}>
          {m.group_list()}
        </Link>
      </div>
    }
  />
)
