import { Icon } from '#base/ui/icon.tsx'

/** An order and its reverse. */
export interface SortColumn<Sort extends string = string> {
  label: string
  ascending: Sort
  descending: Sort
  /** The order that a first press gives. */
  first?: 'ascending' | 'descending'
}

/** In which direction a list is sorted by one of these columns. */
function directionOf(columns: readonly SortColumn[], sort: string | undefined): 'ascending' | 'descending' | 'none' {
  if (columns.some(({ ascending }) => ascending === sort)) return 'ascending'
  return columns.some(({ descending }) => descending === sort) ? 'descending' : 'none'
}

interface ColumnHeadProps {
  /** What stands in the column: of each the list can be sorted by. */
  columns: readonly SortColumn[]
  /** The order that the list has; undefined for one that no column stands for. */
  sort: string | undefined
  /** Without `onSort` the names sort nothing. */
  onSort: ((sort: string) => void) | undefined
  className?: string | undefined
}

/** The head of a column on a desk: each name in it sorts the list, and at the next press the other way round. */
export function ColumnHead({ columns, sort, onSort, className = '' }: ColumnHeadProps) {
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

interface SortButtonProps {
  column: SortColumn
  sort: string | undefined
  onSort: (sort: string) => void
}

function SortButton({ column, sort, onSort }: SortButtonProps) {
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
