import type { CSSProperties, ReactNode } from 'react'
import { GrowingList } from './growing-list.tsx'
import { ColumnHead, type SortColumn } from './sort-head.tsx'
import { rowKey } from './use-list-keys.ts'
import type { Selection } from './use-selection.ts'
import { CheckBox } from '../check-box.tsx'

/** The head of a column: a name, or those that the list can be sorted by. */
type ListColumn = ({ label: string } | { sorts: readonly SortColumn[] }) & { className?: string }

/** Lines between the rows, and none around what only keeps their place. */
const ROWS = 'grid-cols-1 [&>:not([aria-hidden])]:border-line [&>:not([aria-hidden])]:not-last:border-b'
const ROW =
  'relative isolate hover:bg-surface has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus'
/** On a desk the names of the columns stay in view, below the bar of the page. */
const HEADS =
  'z-10 border-b border-line bg-raised text-[0.8125rem] font-semibold text-muted lg:tall:sticky lg:tall:top-(--bar-height)'

/** How the rows of a list can be selected, in words. */
export interface SelectWords<Item> {
  all: string
  one: (item: Item) => string
}

export interface ListTableProps<Item extends { id: string }> {
  label: string
  items: readonly Item[]
  total: number | null
  /** Tells this list from all others. */
  name: string
  columns: readonly ListColumn[]
  /** The grid of a row; the head of a list whose rows can be selected has three columns on a phone. */
  rowClass: string
  /** CSS variables that `rowClass` uses. */
  tableStyle?: CSSProperties | undefined
  /** Draws the cells of a row after its checkbox. One of them holds a link that is marked by `rowKey('open')`. */
  renderRow: (item: Item) => ReactNode
  selection?: { words: SelectWords<Item>; state: Selection<Item> } | undefined
  /** The order of the list; undefined for one that no column stands for. */
  sort?: string | undefined
  /** Without `onSort` the order cannot be changed. */
  onSort?: (sort: string) => void
}

/** A list as rows below the names of their columns. */
export function ListTable<Item extends { id: string }>(props: ListTableProps<Item>) {
  const { label, items, total, name, columns, rowClass, tableStyle, renderRow, selection, sort, onSort } = props
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={total === null ? -1 : total + 1}
      style={tableStyle}
      className="overflow-clip rounded-md border border-line bg-raised"
    >
      <div role="rowgroup" className={`${HEADS} ${selection ? '' : 'max-lg:hidden'}`}>
        <div role="row" aria-rowindex={1} className={`${rowClass} min-h-11`}>
          {selection && <SelectAll {...selection} items={items} />}
          {columns.map((column) =>
            'sorts' in column ? (
              <ColumnHead
                key={column.sorts[0]?.label}
                columns={column.sorts}
                sort={sort}
                onSort={onSort}
                className={column.className}
              />
            ) : (
              <span key={column.label} role="columnheader" className={`max-lg:hidden ${column.className ?? ''}`}>
                {column.label}
              </span>
            ),
          )}
        </div>
      </div>
      <GrowingList items={items} keyOf={({ id }) => id} total={total} name={name} className={ROWS} isTable>
        {(item) => (
          <div
            className={`${rowClass} ${ROW} py-1.5 lg:min-h-14 ${selection ? 'has-checked:bg-accent-soft lg:py-1' : ''}`}
          >
            {selection && (
              <div role="cell">
                <label className="relative z-10 grid size-11 cursor-pointer place-items-center">
                  <CheckBox
                    aria-label={selection.words.one(item)}
                    checked={selection.state.has(item.id)}
                    {...rowKey('select')}
                    className="size-4.5 cursor-pointer accent-accent"
                    onChange={({ nativeEvent }) =>
                      selection.state.toggle(item, items, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                    }
                  />
                </label>
              </div>
            )}
            {renderRow(item)}
          </div>
        )}
      </GrowingList>
    </div>
  )
}

type SelectAllProps<Item extends { id: string }> = NonNullable<ListTableProps<Item>['selection']> & {
  items: readonly Item[]
}

function SelectAll<Item extends { id: string }>({ words, state, items }: SelectAllProps<Item>) {
  const count = items.filter(({ id }) => state.has(id)).length
  const isAll = count === items.length
  return (
    // eslint-disable-next-line jsx-a11y/control-has-associated-label -- the label within names the box
    <span role="columnheader" className="col-span-3 lg:col-span-1">
      <label className="flex cursor-pointer items-center">
        <span className="grid size-11 flex-none place-items-center">
          <CheckBox
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && !isAll
            }}
            checked={isAll}
            className="size-4.5 cursor-pointer accent-accent"
            onChange={() => state.toggleAll(items, !isAll)}
          />
        </span>
        <span className="lg:sr-only">{words.all}</span>
      </label>
    </span>
  )
}
