import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { listWords } from '#kit/noun/shared/list-words.ts'
import { ListViews } from '#kit/view/shared/list-views.tsx'
import type { ListFilter } from '#base/ui/list/list-filters.tsx'
import { ListPage } from '#base/ui/list/list-page.tsx'
import { lineActionClass } from '#base/ui/panel.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { SavedSelections } from '#base/ui/list/use-selection.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { groupsQuery } from './group/group.data.ts'
import { borrowerFiles, borrowerLinks, borrowerSelections } from './borrower.slots.ts'
import { borrowersQuery, borrowersTotalQuery } from './borrower.data.ts'
import { BorrowerRowCells, borrowerRowClass, countText } from './borrower-row.tsx'
import type { BorrowerRow } from './borrower.schema.ts'
import type { BorrowersSearch, BorrowerState } from './borrower-search.schema.ts'
import { borrowerWords } from './borrower.words.ts'

const STATES: readonly { value: BorrowerState; label: () => string }[] = [
  { value: 'late', label: m.borrower_state_late },
  { value: 'owes', label: m.borrower_state_owes },
  { value: 'blocked', label: m.borrower_state_blocked },
  { value: 'expired', label: m.borrower_state_expired },
  { value: 'unprinted', label: m.borrower_state_unprinted },
]

/** The borrowers that were selected in lists that can be gone back to. */
const selectedBorrowers = new SavedSelections<BorrowerRow>()

/** The borrowers: search, order, rows, and the way to a new one. */
export function BorrowerListPage({ search, timeZone }: { search: BorrowersSearch; timeZone: string }) {
  const { fields } = borrowerWords
  const [isFileOpen, setIsFileOpen] = useState(false)
  const groups = useQuery(groupsQuery).data?.items ?? []
  const [name, group, number] = [fields.name.label(), fields.groupId.label(), fields.schoolNumber.label()]
  const filters: ListFilter[] = [
    {
      name: 'groupId',
      value: search.groupId,
      label: group,
      all: m.borrower_group_all(),
      options: groups.map(({ id, name: word }) => ({ value: id, label: word })),
    },
    {
      name: 'state',
      value: search.state,
      label: m.borrower_state(),
      all: m.borrower_state_all(),
      options: STATES.map(({ value, label }) => ({ value, label: label() })),
    },
  ]
  const orders = [
    { value: 'name', label: name },
    { value: 'name-desc', label: m.list_sort_reversed({ order: name }) },
    { value: 'added', label: m.noun_added() },
    { value: 'added-asc', label: m.list_sort_oldest() },
  ]
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
      filters={filters}
      views={<ListViews list="borrowers" to="/manager/borrowers" params={search} filters={filters} orders={orders} />}
      notice={<borrowerFiles.Parts isOpen={isFileOpen} />}
      none={<NoBorrowers onClassList={() => setIsFileOpen(true)} />}
      renderActions={({ filter: { searchTerm } }) => (
        <>
          {borrowerFiles.hasParts() && (
            <button
              type="button"
              aria-expanded={isFileOpen}
              className={`${lineActionClass} print:hidden`}
              onClick={() => setIsFileOpen(!isFileOpen)}
            >
              {m.class_list()}
            </button>
          )}
          <borrowerLinks.Parts />
          <Link to="/manager/borrowers/groups" className={lineActionClass}>
            {m.group_list()}
          </Link>
          <Link to="/manager/borrowers/trash" search={{ searchTerm }} className={`${lineActionClass} print:hidden`}>
            {m.borrower_trash_link()}
          </Link>
        </>
      )}
      orders={orders}
      select={
        borrowerSelections.hasParts()
          ? {
              saved: selectedBorrowers,
              words: { all: m.books_select_all(), one: (borrower) => m.borrower_select({ name: borrower.name }) },
              renderBar: (selection, found) => <borrowerSelections.Parts selection={selection} found={found} />,
            }
          : undefined
      }
      columns={[
        { sorts: [{ label: name, ascending: 'name', descending: 'name-desc' }] },
        { label: group },
        { label: number },
        { label: m.borrower_out(), className: 'text-end' },
        { label: m.borrower_late(), className: 'text-end' },
        { label: m.borrower_expires_short() },
        { label: m.borrower_last_seen() },
      ]}
      rowClass={borrowerRowClass}
      renderRow={(borrower, { searchTerm, at }) => (
        <BorrowerRowCells borrower={borrower} searchTerm={searchTerm} at={at} timeZone={timeZone} />
      )}
      print={[
        { name, show: (borrower) => borrower.name },
        { name: group, show: (borrower) => borrower.groupName ?? '' },
        { name: number, show: (borrower) => borrower.schoolNumber },
        { name: fields.card.label(), show: (borrower) => borrower.card },
        { name: m.borrower_out(), show: ({ openLoans }) => countText(openLoans) },
        { name: m.borrower_late(), show: ({ late }) => countText(late) },
        { name: m.borrower_expires_short(), show: ({ expiresOn }) => (expiresOn === null ? '' : formatDay(expiresOn)) },
      ]}
    />
  )
}

/** Shown while the library has no borrower: who they are, and how to add the first. */
const NoBorrowers = ({ onClassList }: { onClassList: () => void }) => (
  <EmptyState
    title={m.borrower_none_title()}
    text={m.borrower_none_text()}
    action={
      <div className="flex flex-wrap items-center gap-3">
        <Link to="/manager/borrowers/new" className={buttonClass()}>
          {m.borrower_new()}
        </Link>
        {borrowerFiles.hasParts() && (
          <Button look="second" onClick={onClassList}>
            {m.class_list()}
          </Button>
        )}
        <Link to="/manager/borrowers/groups" className={buttonClass('second')}>
          {m.group_list()}
        </Link>
      </div>
    }
  />
)
