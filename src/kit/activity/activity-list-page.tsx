import { keepPreviousData, useInfiniteQuery, useIsFetching } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { startTransition } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { buttonClass } from '#base/ui/button.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { FilterChips, ListFilters, type ListChange } from '#base/ui/list/list-filters.tsx'
import { LoadMore } from '#base/ui/list/load-more.tsx'
import { SearchField } from '#base/ui/list/search-field.tsx'
import { useSearchStep } from '#base/ui/list/use-search-step.ts'
import { LoadFailed } from '#base/ui/state/load-failed.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { panelClass, rowActionClass } from '#base/ui/panel.tsx'
import { ActivityBurst } from './activity-burst.tsx'
import { useActivityFilters } from './use-activity-filters.ts'
import { activityLinesQuery } from './activity.data.ts'
import type { ActivityFilter } from './activity-search.schema.ts'
import { DayFilter } from './day-filter.tsx'
import { ActivityTabs } from './shared/activity-tabs.tsx'
import { ActivityList, ActivityLoading } from './shared/activity-list.tsx'

const TO = '/manager/activity'

/** All activity, newest first, with search and filters. */
export function ActivityListPage({ search }: { search: ActivityFilter }) {
  const navigate = useNavigate()
  const step = useSearchStep(search.searchTerm)
  const filters = useActivityFilters(search)
  const filter = { ...search, searchTerm: search.searchTerm.trim() }
  const isBusy =
    useIsFetching({
      queryKey: activityLinesQuery(filter).queryKey,
      exact: true,
      predicate: ({ state }) => state.data === undefined,
    }) > 0
  const go = (next: ListChange, options: Partial<typeof step>) =>
    startTransition(() => void navigate({ to: TO, search: (old) => ({ ...old, ...next }), ...options }))
  const change = (next: ListChange) => go(next, { resetScroll: false })
  return (
    <ManagerPage
      title={m.activity_title()}
      middle={
        <SearchField
          value={search.searchTerm}
          label={m.activity_search()}
          placeholder={m.activity_search()}
          action={TO}
          onSearch={(searchTerm) => go({ searchTerm }, step)}
          keyHint="/"
          isBusy={isBusy}
          className="h-11"
        />
      }
      filters={
        <>
          <ListFilters filters={filters} onChange={change} />
          <DayFilter from={search.from} to={search.to} onChange={({ from, to }) => change({ from, to })} />
        </>
      }
      actions={<Export filter={filter} />}
    >
      <ActivityTabs />
      {searchProblem(search.searchTerm) === undefined && (
        <>
          {isNarrowing(filter) && (
            <div className="flex pt-1.5 pb-4">
              <FilterChips filters={filters} onChange={change}>
                <Link to={TO} className={`${rowActionClass} -my-1.5`}>
                  {m.activity_all()}
                </Link>
              </FilterChips>
            </div>
          )}
          <Lines filter={filter} />
        </>
      )}
    </ManagerPage>
  )
}

/** The lines of a filter; while another filter is on its way, those of the one before stay. */
function Lines({ filter }: { filter: ActivityFilter }) {
  const query = useInfiniteQuery({ ...activityLinesQuery(filter), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = query
  if (!data)
    return (
      <LoadFailed title={m.activity_load_failed()} query={query}>
        <ActivityLoading />
      </LoadFailed>
    )
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <NothingFound isAll={!isNarrowing(filter)} />
  return (
    <section
      aria-label={m.activity_title()}
      aria-busy={isPlaceholderData}
      className={`${panelClass} ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <ActivityList
        items={items}
        at={new Date(query.dataUpdatedAt)}
        hasChanges
        renderBelow={(line) => line.count > 1 && <ActivityBurst line={line} filter={filter} />}
      />
      <LoadMore
        hasMore={query.hasNextPage && !isPlaceholderData}
        count={items.length}
        isBusy={query.isFetchingNextPage}
        error={query.isFetchNextPageError && fromThrown(query.error).message}
        onLoad={() => void query.fetchNextPage()}
      />
    </section>
  )
}

const isNarrowing = (filter: ActivityFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== '')

function NothingFound({ isAll }: { isAll: boolean }) {
  if (isAll) return <EmptyState title={m.activity_none_title()} text={m.activity_empty()} />
  return (
    <EmptyState
      title={m.activity_none_title()}
      text={m.activity_none_text()}
      action={
        <Link to={TO} className={buttonClass('second')}>
          {m.activity_all()}
        </Link>
      }
    />
  )
}

/** Downloads what is found: all of it, not only the loaded lines. */
function Export({ filter }: { filter: ActivityFilter }) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) search.set(name, value)
  return (
    <a href={`/api/v1/activity/export?${search}`} download className={buttonClass('second')}>
      {m.activity_export()}
    </a>
  )
}
