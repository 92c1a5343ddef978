import type { ReactNode } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** A column on paper. */
export interface PrintColumn<Item> {
  name: string
  show: (item: Item) => ReactNode
}

interface PrintTableProps<Item extends { id: string }> {
  items: readonly Item[]
  /** Rows of the whole list; null where that is not known. */
  total: number | null
  searchTerm: string
  /** The filters of the list beside its search, in words. */
  filters?: readonly string[]
  /** The columns; a cell of the first one is the heading of its row. */
  columns: readonly PrintColumn<Item>[]
}

/**
 * A list on paper: every row, the names of the columns again on each sheet, and above them what list it is. What comes
 * after it beside it, the list on the screen, stays off the paper.
 */
export function PrintTable<Item extends { id: string }>(props: PrintTableProps<Item>) {
  const { items, total, searchTerm, filters = [], columns } = props
  const count = formatNumber(items.length)
  const shown = total === null ? m.list_showing_some({ count }) : m.list_showing({ count, total: formatNumber(total) })
  const searched = searchTerm ? [m.list_results_some({ searchTerm })] : []
  const [first, ...others] = columns
  return (
    <div className="col-span-full hidden print:block [&~*]:print:hidden">
      <p className="mb-2 text-[9pt]">
        {[...searched, ...filters, shown].map((text, index) => (
          <span key={text}>
            {index > 0 && ' · '}
            <bdi>{text}</bdi>
          </span>
        ))}
      </p>
      <table className="w-full border-collapse text-[9.5pt] leading-snug">
        <thead>
          <tr className="border-b border-ink">
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="min-w-[8em] py-1 pe-3 text-start font-semibold first:w-2/5">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} className="break-inside-avoid border-b border-line align-top">
              <th scope="row" className="py-1 pe-3 text-start font-semibold [overflow-wrap:anywhere]">
                <bdi>{first?.show(item)}</bdi>
              </th>
              {others.map(({ name, show }) => (
                <td key={name} className="py-1 pe-3 [overflow-wrap:anywhere]">
                  <bdi>{show(item)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
