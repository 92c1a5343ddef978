import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import type { GrowingQuery, TotalQuery } from '#base/lib/list/growing-query.ts'
import { buttonClass } from '#base/ui/button.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { LoadFailed } from '#base/ui/state/load-failed.tsx'
import { lineActionClass } from '#base/ui/panel.tsx'
import type { ListAddress } from './list-back-link.tsx'
import { FilterChips, filterWords, type ListChange, type ListFilter } from './list-filters.tsx'
import { ListBody } from './list-body.tsx'
import { ListStatus } from './list-status.tsx'
import { ListTable, type ListTableProps, type SelectWords } from './list-table.tsx'
import { PrintButton } from './print/print-button.tsx'
import { PrintTable, type PrintColumn } from './print/print-table.tsx'
import { useGrowingList } from './use-growing-list.ts'
import { usePrint } from './print/use-print.ts'
import { useSelection, type SavedSelections, type Selection } from './use-selection.ts'

/** What the address of a list says; every other parameter narrows it. */
export interface ListParams {
  searchTerm: string
  sort: string
  /** The columns of the list, where they can be chosen; undefined for the usual columns. */
  columns?: string | undefined
}

/** What a list is narrowed by. */
export type NarrowedBy<Params> = Omit<Params, 'sort' | 'columns'>

/** A list as it is shown, for what stands below its rows. */
export interface ShownList<Item, Params> {
  /** What the list is narrowed by. */
  filter: NarrowedBy<Params>
  items: readonly Item[]
  total: number | null
  hasMore: boolean
  /** That nothing was found, and the way to all. */
  nothing: ReactNode
  /** Other rows in the same form, in an order of their own. */
  table: (label: string, items: readonly Item[]) => ReactNode
}

export interface ListResultsProps<Item extends { id: string }, Params extends ListParams> {
  /** The address of the list. */
  to: ListAddress
  params: Params
  query: (params: Params) => GrowingQuery<Item>
  count: (filter: NarrowedBy<Params>) => TotalQuery
  words: { title: string; failed: string; emptyTitle: string; emptyText: string; showAll: string }
  filters: readonly ListFilter[]
  /** Every order, in words; the first is the usual one, which in a search is that of the best hits. */
  orders: readonly { value: string; label: string }[]
  columns: ListTableProps<Item>['columns']
  rowClass: string
  /** CSS variables that `rowClass` uses. */
  tableStyle?: CSSProperties
  /** Draws the cells of a row; `at` is when the list was answered. */
  renderRow: (item: Item, shown: { searchTerm: string; at: Date }) => ReactNode
  print: readonly PrintColumn<Item>[]
  /** The rows can be selected, and something be done to them. */
  select?:
    | {
        saved: SavedSelections<Item>
        words: SelectWords<Item>
        renderBar: (selection: Selection<Item>, shown: ShownList<Item, Params>) => ReactNode
      }
    | undefined
  /** Stands before how many rows there are: the saved views of the list. */
  views?: ReactNode
  /** Stands beside the button that prints the list, also where nothing was found. */
  renderActions?: (shown: Pick<ShownList<Item, Params>, 'filter' | 'total' | 'items'>) => ReactNode
  /** What the list is for and the next step, where it has no row and nothing narrows it; null for a list that is never empty. */
  none: ReactNode
  /** What stands below the rows; without it, that nothing was found where nothing was. */
  renderBelow?: (shown: ShownList<Item, Params>) => ReactNode
  onChange: (next: ListChange) => void
}

/** Orders in words: in a search the usual one is that of the best hits. */
export const ordersOf = (orders: ListResultsProps<never, ListParams>['orders'], searchTerm: string) =>
  orders.map((order, index) => (index === 0 && searchTerm ? { ...order, label: m.list_sort_best() } : order))

function filterOf<Params extends ListParams>(params: Params): NarrowedBy<Params> {
  const { sort: _, columns: _columns, ...filter } = params
  return filter
}

/** The rows that were asked for: how many, their table, 'Load more'; what they are narrowed to, and what is done to several. */
export function ListResults<Item extends { id: string }, Params extends ListParams>(
  props: ListResultsProps<Item, Params>,
) {
  const { to, words, filters, orders, columns, rowClass, tableStyle, select, none, renderBelow, onChange } = props
  const query = props.query(props.params)
  const { params, name, ...state } = useGrowingList(props.params, query, props.count(filterOf(props.params)))
  const { list } = state
  const filter = filterOf(params)
  // The key is the filter without the order: another order keeps what is selected.
  const selection = useSelection(JSON.stringify(filter), select?.saved)
  const print = usePrint(list?.items ?? [], list?.hasMore ? query.load : undefined)
  if (!list) return <LoadFailed title={words.failed} query={state.query} />

  const { searchTerm, sort } = params
  const { items, total, hasMore, answeredAt } = list
  const count = items.length
  const { searchTerm: _, ...narrowed } = filter
  const hasFilter = searchTerm !== '' || Object.values(narrowed).some((value) => value !== undefined)
  const table = (
    more: Pick<ListTableProps<Item>, 'label' | 'items' | 'total' | 'name' | 'sort' | 'onSort'>,
    marked: string,
  ) => (
    <ListTable
      {...more}
      columns={columns}
      rowClass={rowClass}
      tableStyle={tableStyle}
      renderRow={(item) => props.renderRow(item, { searchTerm: marked, at: answeredAt })}
      selection={select && { words: select.words, state: selection }}
    />
  )
  const shown: ShownList<Item, Params> = {
    filter,
    items,
    total,
    hasMore,
    nothing: hasFilter ? (
      <NothingFound
        to={to}
        words={words}
        columns={props.params.columns}
        searchTerm={searchTerm}
        filters={filterWords(filters)}
      />
    ) : (
      none
    ),
    table: (label, others) => table({ label, items: others, total: others.length, name: `${name} ${label}` }, ''),
  }
  const actions = props.renderActions?.({ filter, total, items })
  return (
    <ListBody
      list={list}
      // The line above says how many rows there are, but not for a search.
      isCounted={searchTerm !== ''}
      after={
        <>
          {renderBelow ? renderBelow(shown) : count === 0 && shown.nothing}
          {select?.renderBar(selection, shown)}
        </>
      }
    >
      {print.items && (
        <PrintTable
          items={print.items}
          total={total}
          searchTerm={searchTerm}
          filters={filterWords(filters)}
          columns={props.print}
        />
      )}
      {(count > 0 || hasFilter || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 pb-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3">
            {(count > 0 || hasFilter) && (
              <>
                {props.views}
                <ListStatus count={count} total={total} searchTerm={searchTerm} />
              </>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <FilterChips filters={filters} onChange={onChange}>
              {count > 0 && hasFilter && (
                <Link to={to} search={{ sort, columns: props.params.columns }} className={`${lineActionClass} -ms-3`}>
                  {words.showAll}
                </Link>
              )}
            </FilterChips>
            {actions}
            {count > 0 && <PrintButton {...print} />}
          </div>
        </div>
      )}
      {count > 0 &&
        table(
          {
            label: words.title,
            items,
            total,
            name,
            // The best hits first is the order of no column.
            sort: searchTerm && sort === orders[0]?.value ? undefined : sort,
            onSort: (next) => onChange({ sort: next }),
          },
          searchTerm,
        )}
    </ListBody>
  )
}

type NothingFoundProps = Pick<ListResultsProps<never, ListParams>, 'to' | 'words'> & {
  columns: string | undefined
  searchTerm: string
  filters: readonly string[]
}

function NothingFound({ to, words, columns, searchTerm, filters }: NothingFoundProps) {
  return (
    <EmptyState
      title={words.emptyTitle}
      text={searchTerm ? words.emptyText : m.list_empty_filters({ filters: filters.join(' · ') })}
      action={
        <Link to={to} search={{ columns }} className={buttonClass('second')}>
          {words.showAll}
        </Link>
      }
    />
  )
}
