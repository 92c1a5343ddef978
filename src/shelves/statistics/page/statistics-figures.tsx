import type { ReactNode } from 'react'
import { formatChange, formatNumber, formatRatio } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { panelClass } from '#base/ui/panel.tsx'
import { yearWord } from '../statistics-words.ts'
import type { Statistics } from '../statistics.schema.ts'

/** The figures of a year: loans, borrowers, loans per copy, and copies that nobody takes. */
export function StatisticsFigures({ statistics }: { statistics: Statistics }) {
  const { loans, before, inSets, readers, copies, unlent, yearBefore } = statistics
  const count = formatNumber(readers.count)
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Figure
        label={m.loan_list()}
        value={formatNumber(loans)}
        notes={[
          before === 0
            ? m.statistics_from({ before: formatNumber(before) })
            : m.statistics_change({ change: formatChange(loans / before - 1), before: formatNumber(before) }),
          inSets.loans > 0 && m.statistics_sets({ count: inSets.loans, shown: formatNumber(inSets.loans) }),
        ]}
      />
      <Figure
        label={m.statistics_readers()}
        value={
          readers.borrowers === null
            ? count
            : m.statistics_of_all({ count, all: formatNumber(Math.max(readers.borrowers, readers.count)) })
        }
        notes={[m.statistics_readers_before({ count: formatNumber(readers.before), year: yearWord(yearBefore) })]}
      />
      <Figure
        label={m.statistics_turnover()}
        value={perCopy(loans, copies.count)}
        notes={[
          copies.before > 0
            ? m.statistics_turnover_before({
                before: perCopy(before, copies.before),
                copies: formatNumber(copies.count),
              })
            : m.statistics_turnover_copies({ copies: formatNumber(copies.count) }),
        ]}
      />
      <Figure
        label={m.copy_never_lent_in({ count: unlent.years, shown: formatNumber(unlent.years) })}
        value={formatNumber(unlent.count)}
        notes={[m.statistics_of_copies({ count: formatNumber(unlent.copies) })]}
      />
    </dl>
  )
}

/** Loans for each copy; 0 where there is none. */
const perCopy = (loans: number, copies: number): string => formatRatio(copies === 0 ? 0 : loans / copies)

/** A figure with what it is compared with. */
const Figure = ({ label, value, notes }: { label: string; value: string; notes: readonly ReactNode[] }) => (
  <div className={`${panelClass} flex min-w-0 flex-col [overflow-wrap:anywhere]`}>
    <dt className="text-[0.8125rem] text-muted">{label}</dt>
    <dd className="font-serif text-2xl leading-snug font-semibold tabular-nums">{value}</dd>
    {notes.map(
      (note, index) =>
        note !== false && (
          // eslint-disable-next-line react/no-array-index-key -- they never move
          <dd key={index} className="text-[0.8125rem] text-muted">
            {note}
          </dd>
        ),
    )}
  </div>
)
