import type { ReactNode } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'

interface PrintTableProps<Item> {
  items: readonly Item[]
  /** Of how many; null where that is not known. */
  total: number | null
  /** What the list was searched for and narrowed to, in words. */
  filters: readonly string[]
  keyOf: (item: Item) => string
  /** The first is the heading of its row. */
  columns: readonly { name: string; show: (item: Item) => ReactNode }[]
}

/**
 * A list on paper: every row, the names of the columns again on each sheet, and above them what list it is. What comes
 * after it beside it, the list on the screen, stays off the paper.
 */
export function PrintTable<Item>({ items, total, filters, keyOf, columns }: PrintTableProps<Item>) {
  const count = formatNumber(items.length)
  const shown = total === null ? m.list_showing_some({ count }) : m.list_showing({ count, total: formatNumber(total) })
  const [first, ...others] = columns
  return (
    <div className="col-span-full hidden print:block [&~*]:print:hidden">
      <p className="mb-2 text-[9pt]">
        {[...filters, shown].map((text, index) => (
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
              <th key={name} scope="col" className="min-w-[8em] py-1 pe-3 text-start font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)} className="break-inside-avoid border-b border-line align-top">
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
