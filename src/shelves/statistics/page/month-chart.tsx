import { formatMonth, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel } from '#base/ui/panel.tsx'
import { yearWord } from '../statistics-words.ts'
import type { Statistics, StatisticsMonth } from '../statistics.schema.ts'
import { afterBars, bar, barBefore, numberCell } from './bar-class.ts'

interface MonthChartProps extends Pick<Statistics, 'year' | 'yearBefore' | 'months'> {
  isTables: boolean
}

/** Loans of each month beside the same month a year before: bars, and a table for screen readers, exact numbers and paper. */
export function MonthChart({ year, yearBefore, months, isTables }: MonthChartProps) {
  const most = Math.max(1, ...months.flatMap(({ loans, before }) => [loans, before]))
  return (
    <Panel
      title={m.statistics_by_month()}
      className="flex min-w-0 flex-col"
      action={
        isTables || (
          <span aria-hidden="true" className="flex flex-wrap gap-x-4 text-sm text-muted">
            <Sign look={bar} word={yearWord(year)} />
            <Sign look={barBefore} word={yearWord(yearBefore)} />
          </span>
        )
      }
    >
      {isTables || (
        <div aria-hidden="true" className="mt-3 flex h-64 min-h-52 flex-1 gap-1 sm:gap-2.5 print:h-48 print:flex-none">
          {months.map((one) => (
            <Bars key={one.month} {...one} most={most} />
          ))}
        </div>
      )}
      <MonthTable year={year} yearBefore={yearBefore} months={months} isTables={isTables} />
    </Panel>
  )
}

const Sign = ({ look, word }: { look: string; word: string }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <span className={`size-3 rounded-[3px] ${look}`} />
    <bdi>{word}</bdi>
  </span>
)

/** The two bars of a month. */
function Bars({ month, loans, before, most }: StatisticsMonth & { most: number }) {
  const height = (value: number) => ({ height: `${(value / most) * 86}%` })
  return (
    <div
      className="flex min-w-0 flex-1 flex-col"
      title={`${formatMonth(month, 'long')}: ${formatNumber(loans)} / ${formatNumber(before)}`}
    >
      <div className="flex flex-1 items-end justify-center gap-px sm:gap-0.5">
        <span className={`min-w-0 flex-1 rounded-t-[3px] ${barBefore}`} style={height(before)} />
        <span className="flex h-full min-w-0 flex-1 flex-col justify-end">
          <span className="flex justify-center overflow-visible text-xs font-semibold whitespace-nowrap tabular-nums max-sm:hidden">
            {loans > 0 && formatNumber(loans)}
          </span>
          <span className={`mt-1 block rounded-t-[3px] ${bar}`} style={height(loans)} />
        </span>
      </div>
      <span className="border-t border-line pt-1.5 text-center text-xs text-muted">
        <span className="sm:hidden">{formatMonth(month, 'narrow')}</span>
        <span className="whitespace-nowrap max-sm:hidden">{formatMonth(month, 'short')}</span>
      </span>
    </div>
  )
}

function MonthTable({ year, yearBefore, months, isTables }: MonthChartProps) {
  const head = `py-1 text-end font-semibold align-bottom ${numberCell}`
  const cell = `py-1 text-end tabular-nums ${numberCell}`
  return (
    // A table itself would not shrink to the size of `sr-only`.
    <div className={isTables ? '' : afterBars}>
      <table className="mt-2 w-full text-sm">
        <caption className="sr-only">{m.statistics_by_month()}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" rowSpan={2} className="py-1 text-start align-bottom font-semibold">
              {m.statistics_in_month()}
            </th>
            <th scope="colgroup" colSpan={2} className={head}>
              {m.loan_list()}
            </th>
            <th scope="colgroup" colSpan={2} className={head}>
              {m.borrower_list()}
            </th>
          </tr>
          <tr className="border-b border-line">
            {[year, yearBefore, year, yearBefore].map((one, index) => (
              <th key={`${one} ${index < 2 ? 'loans' : 'borrowers'}`} scope="col" className={head}>
                <bdi>{yearWord(one)}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, loans, before, readers, readersBefore }) => (
            <tr key={month} className="border-b border-line last:border-0">
              <th scope="row" className="py-1 text-start font-normal [overflow-wrap:anywhere]">
                {formatMonth(month, 'long')}
              </th>
              <td className={`${cell} font-semibold`}>{formatNumber(loans)}</td>
              <td className={`${cell} text-muted`}>{formatNumber(before)}</td>
              <td className={`${cell} font-semibold`}>{formatNumber(readers)}</td>
              <td className={`${cell} text-muted`}>{formatNumber(readersBefore)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
