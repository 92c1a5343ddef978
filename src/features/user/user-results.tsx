import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { currentUserQuery } from '#features/account/account.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#errors/local-error.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterChips } from '#ui/list/filter-chips.tsx'
import { ListStatus } from '#ui/list/list-status.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { LoadMore } from '#ui/list/load-more.tsx'
import { rowActionClass } from '#ui/panel.tsx'
import { PrintButton } from '#ui/list/print-button.tsx'
import { useGrowingList } from '#ui/list/use-growing-list.ts'
import { usePrint } from '#ui/list/use-print.ts'
import { useStable } from '#ui/use-stable.ts'
import { useUserChips } from './user-chips.ts'
import { useNarrowUsers } from './user-filters.tsx'
import { UserPrint } from './user-print.tsx'
import { UserRows } from './user-rows.tsx'
import { loadUsers, usersQuery, usersTotalQuery } from './user.data.ts'
import type { UserSearch } from './user-search.schema.ts'

/** The users of a search: how many, their rows, 'Load more'. */
export function UserResults({ asked, timeZone }: { asked: UserSearch; timeZone: string }) {
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const { sort, ...filter } = asked
  const narrow = useNarrowUsers()
  const chips = useUserChips(filter)
  const state = useGrowingList(usersQuery({ ...filter, sort }), usersTotalQuery(filter))
  const { list } = state
  // What is said of a list belongs to the one that is shown, not to the one that is on its way.
  const isPending = list === undefined || list.isStale
  const searchTerm = useStable(asked.searchTerm, isPending)
  const isNarrowed = useStable(
    asked.searchTerm !== '' || filter.role !== undefined || filter.state !== undefined,
    isPending,
  )
  const shownSort = useStable(sort, isPending)
  const name = useStable(JSON.stringify(['users', asked]), isPending)
  const print = usePrint(list?.items ?? [], list?.hasMore ? (most) => loadUsers(asked, most) : undefined)
  if (!list)
    return state.error && <LoadFailed title={m.users_load_failed()} error={state.error} onRetry={state.retry} />

  const { items, total, hasMore } = list
  return (
    <div
      aria-busy={list.isStale || undefined}
      className="transition-opacity duration-150 aria-busy:opacity-60 aria-busy:delay-200"
    >
      {print.items && (
        <UserPrint
          items={print.items}
          total={total}
          filters={[...(searchTerm ? [m.list_results_some({ searchTerm })] : []), ...chips.map(({ label }) => label)]}
          timeZone={timeZone}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2.5">
        <ListStatus count={items.length} total={total} searchTerm={searchTerm} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FilterChips chips={chips}>
            {items.length > 0 && isNarrowed && (
              <Link to="/manager/users" search={{ sort }} className={`${rowActionClass} -my-3 whitespace-nowrap`}>
                {m.users_empty_action()}
              </Link>
            )}
          </FilterChips>
          {items.length > 0 && <PrintButton {...print} />}
        </div>
      </div>
      {items.length > 0 ? (
        <UserRows
          items={items}
          total={total}
          name={name}
          searchTerm={searchTerm}
          timeZone={timeZone}
          me={me?.id}
          sort={shownSort === 'name' && searchTerm ? undefined : shownSort}
          onSort={(next) => narrow({ sort: next })}
        />
      ) : (
        <NobodyFound />
      )}
      <LoadMore
        hasMore={hasMore}
        isBusy={list.isLoadingMore}
        error={list.moreError && fromThrown(list.moreError).message}
        onLoad={list.loadMore}
      >
        <ListStatus count={items.length} total={total} />
      </LoadMore>
    </div>
  )
}

function NobodyFound() {
  return (
    <EmptyState
      title={m.users_empty_title()}
      text={m.users_empty_text()}
      action={
        <Link to="/manager/users" className={buttonClass('second')}>
          {m.users_empty_action()}
        </Link>
      }
    />
  )
}
