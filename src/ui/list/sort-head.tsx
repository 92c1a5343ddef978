import { Icon } from '#ui/icon.tsx'

/** An order and its reverse. */
export interface SortColumn<Sort extends string> {
  label: string
  ascending: Sort
  descending: Sort
  /** The one that a first press gives. */
  first?: 'ascending' | 'descending'
}

/** In which direction a list is sorted by one of these columns. */
function directionOf<Sort extends string>(
  columns: readonly SortColumn<Sort>[],
  sort: Sort | undefined,
): 'ascending' | 'descending' | 'none' {
  if (columns.some(({ ascending }) => ascending === sort)) return 'ascending'
  return columns.some(({ descending }) => descending === sort) ? 'descending' : 'none'
}

interface ColumnHeadProps<Sort extends string> {
  /** What stands in the column: of each the list can be sorted by. */
  columns: readonly SortColumn<Sort>[]
  /** The order that the list has; undefined for one that no column stands for. */
  sort: Sort | undefined
  /** Without it the names sort nothing. */
  onSort: ((sort: Sort) => void) | undefined
  className?: string
}

/** The head of a column on a desk: each name in it sorts the list, and at the next press the other way round. */
export function ColumnHead<Sort extends string>({ columns, sort, onSort, className = '' }: ColumnHeadProps<Sort>) {
  return (
    <span
      role="columnheader"
      aria-sort={onSort && directionOf(columns, sort)}
      className={`flex items-center gap-x-3 max-lg:hidden ${className}`}
    >
      {columns.map((column) =>
        onSort ? (
          <SortButton key={column.label} column={column} sort={sort} onSort={onSort} />
        ) : (
          <span key={column.label}>{column.label}</span>
        ),
      )}
    </span>
  )
}

interface SortButtonProps<Sort extends string> {
  column: SortColumn<Sort>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

function SortButton<Sort extends string>({ column, sort, onSort }: SortButtonProps<Sort>) {
  const { label, ascending, descending, first = 'ascending' } = column
  const direction = directionOf([column], sort)
  const [one, other] = first === 'ascending' ? [ascending, descending] : [descending, ascending]
  return (
    <button
      type="button"
      onClick={() => onSort(sort === one ? other : one)}
      className={`-mx-1.5 inline-flex min-h-11 items-center gap-1 rounded-sm px-1.5 font-semibold -outline-offset-4 hover:text-ink ${direction === 'none' ? '' : 'text-ink'}`}
    >
      {label}
      {direction !== 'none' && (
        <Icon name="down" className={`size-3.5 ${direction === 'ascending' ? 'rotate-180' : ''}`} />
      )}
    </button>
  )
}
