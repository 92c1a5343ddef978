import { useIsFetching } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { startTransition, type ReactNode } from 'react'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { buttonClass } from '#base/ui/button.tsx'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { orderClass } from './filter-class.ts'
import type { ListAddress } from './list-back-link.tsx'
import { ListFilters, type ListChange } from './list-filters.tsx'
import { ListResults, ordersOf, type ListParams, type ListResultsProps } from './list-results.tsx'
import { SearchField } from './search-field.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useSearchStep } from './use-search-step.ts'

interface ListPageProps<Item extends { id: string }, Params extends ListParams> extends Omit<
  ListResultsProps<Item, Params>,
  'onChange' | 'words'
> {
  /** The page with the form of a new row; without it the list has no button for one. */
  toNew?: ListAddress
  words: ListResultsProps<Item, Params>['words'] & {
    new?: string
    search: string
    searchPlaceholder: string
    sort: string
  }
  /** Stands above the rows. */
  notice?: ReactNode
}

/** A list in the manager area: search, filters, order, rows, 'Load more', keys, printing, and the way to a new one. */
export function ListPage<Item extends { id: string }, Params extends ListParams>({
  toNew,
  notice,
  ...list
}: ListPageProps<Item, Params>) {
  const { to, words, filters, orders } = list
  const { searchTerm, sort } = list.params
  const navigate = useNavigate()
  const step = useSearchStep(searchTerm)
  const params = { ...list.params, searchTerm: searchTerm.trim() }
  const isBusy =
    useIsFetching({
      queryKey: list.query(params).queryKey,
      exact: true,
      predicate: ({ state }) => state.data === undefined,
    }) > 0
  useListKeys({ onNew: toNew === undefined ? undefined : () => void navigate({ to: toNew }) })
  const go = (next: ListChange, options: Partial<typeof step>) =>
    startTransition(() => void navigate({ to, search: (old) => ({ ...old, ...next }), ...options }))
  const change = (next: ListChange) => go(next, { resetScroll: false })

  return (
    <ManagerPage
      title={words.title}
      middle={
        <SearchField
          value={searchTerm}
          label={words.search}
          placeholder={words.searchPlaceholder}
          action={to}
          onSearch={(next) => go({ searchTerm: next }, step)}
          keyHint="/"
          isBusy={isBusy}
          className="h-11"
        />
      }
      filters={
        <>
          <ListFilters filters={filters} onChange={change} />
          <NativeSelect
            label={words.sort}
            icon="sort"
            value={sort}
            options={ordersOf(orders, params.searchTerm)}
            className={orderClass}
            onChange={(next) => change({ sort: next })}
          />
        </>
      }
      actions={
        toNew !== undefined && (
          <Link to={toNew} className={buttonClass()}>
            <Icon name="plus" />
            {words.new}
          </Link>
        )
      }
    >
      {notice}
      {searchProblem(searchTerm) === undefined && <ListResults {...list} params={params} onChange={change} />}
    </ManagerPage>
  )
}
