import { useState, type ReactNode } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { yearWord } from '../statistics-words.ts'
import type { Statistics } from '../statistics.schema.ts'
import { bar, numberCell } from './bar-class.ts'

export interface CountRow {
  id: string
  name: ReactNode
  loans: number
  before: number
  /** Borrowers who have borrowed; absent where they are not counted. */
  readers?: number
  /** The colour of the bar, if it has one of its own. */
  color?: string | undefined
}

interface CountTableProps extends Pick<Statistics, 'year' | 'yearBefore'> {
  title: string
  rows: readonly CountRow[]
  /** Whether exact numbers stand in place of the bars. */
  isTables: boolean
  /** Rows shown at first. */
  first?: number
}

/** Counts of one year beside the year before, one row each: with bars, or as a table alone. All rows are on paper. */
export function CountTable({ title, rows, isTables, year, yearBefore, first = 10 }: CountTableProps) {
  const [isAll, setIsAll] = useState(false)
  const most = Math.max(1, ...rows.map(({ loans }) => loans))
  const hasReaders = isTables && rows.some(({ readers }) => readers !== undefined)
  const head = `py-1 text-end font-semibold align-bottom ${numberCell}`
  return (
    <Panel title={title} className="min-w-0">
      <table className="mt-2 w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="text-start font-semibold sm:w-full">
              <span className="sr-only">{m.statistics_name()}</span>
            </th>
            <th scope="col" className={`${head} whitespace-nowrap`}>
              <bdi>{yearWord(year)}</bdi>
            </th>
            <th scope="col" className={`${head} whitespace-nowrap`}>
              <bdi>{yearWord(yearBefore)}</bdi>
            </th>
            {hasReaders && (
              <th scope="col" className={head}>
                {m.borrower_list()}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, loans, before, readers, color }, index) => (
            <tr
              key={id}
              className={`border-b border-line last:border-0 ${isAll || index < first ? '' : 'hidden print:table-row'}`}
            >
              <th scope="row" className="py-1.5 text-start font-normal [overflow-wrap:anywhere]">
                {isTables ? name : <Bar name={name} share={loans / most} color={color} />}
              </th>
              <td className={`py-1.5 text-end font-semibold tabular-nums ${numberCell}`}>{formatNumber(loans)}</td>
              <td className={`py-1.5 text-end text-muted tabular-nums ${numberCell}`}>{formatNumber(before)}</td>
              {hasReaders && (
                <td className={`py-1.5 text-end tabular-nums ${numberCell}`}>{formatNumber(readers ?? 0)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {!isAll && rows.length > first && (
        <Button look="ghost" className="-mx-4 mt-1 text-sm" onClick={() => setIsAll(true)}>
          {m.statistics_all({ count: formatNumber(rows.length) })}
        </Button>
      )}
    </Panel>
  )
}

/** A name with its bar: beside it, or on a phone below it. */
const Bar = ({ name, share, color }: Pick<CountRow, 'name' | 'color'> & { share: number }) => (
  <span className="flex flex-col gap-1 sm:flex-row sm:items-center sm:gap-3">
    <span className="min-w-0 sm:w-2/5 sm:flex-none print:w-full">{name}</span>
    <span aria-hidden="true" className="block h-2 flex-none rounded-full bg-line sm:flex-1 print:hidden">
      <span className={`block h-full rounded-full ${bar}`} style={{ width: `${share * 100}%`, background: color }} />
    </span>
  </span>
)
