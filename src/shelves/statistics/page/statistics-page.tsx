import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { oklchToHex } from '#base/lib/oklch.ts'
import { buttonClass } from '#base/ui/button.tsx'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { selectClass } from '#base/ui/list/filter-class.ts'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { statisticsPartWords, yearBeforeWord, yearWord } from '../statistics-words.ts'
import { statisticsQuery } from '../statistics.data.ts'
import type { Statistics, StatisticsPart } from '../statistics.schema.ts'
import { CountTable, type CountRow } from './count-table.tsx'
import { MonthChart } from './month-chart.tsx'
import { StatisticsFigures } from './statistics-figures.tsx'
import { UnlentPanel } from './unlent-panel.tsx'

interface StatisticsPageProps {
  year: string | undefined
  isTables: boolean
}

/** What was lent in a year, beside the year before: charts or tables, on paper both. */
export function StatisticsPage({ year, isTables }: StatisticsPageProps) {
  const statistics = useSuspenseQuery(statisticsQuery({ year })).data
  const { data: installation } = useSuspenseQuery(installationQuery)
  const navigate = useNavigate()
  const { loans, before, inSets, future, until } = statistics
  const view = isTables ? ('tables' as const) : undefined
  const isEmpty = loans + before + inSets.loans + inSets.before === 0
  return (
    <ManagerPage
      title={m.statistics_title()}
      filters={
        <>
          <NativeSelect
            label={m.statistics_year()}
            value={statistics.year}
            options={statistics.years.map((one) => ({ value: one, label: longYear(one), short: yearWord(one) }))}
            className={selectClass()}
            onChange={(next) =>
              void navigate({ to: '/manager/statistics', search: { year: next, view }, replace: true })
            }
          />
          <NativeSelect
            label={m.statistics_view()}
            value={isTables ? 'tables' : 'charts'}
            options={[
              { value: 'charts', label: m.statistics_charts() },
              { value: 'tables', label: m.statistics_tables() },
            ]}
            className={selectClass()}
            onChange={(next) =>
              void navigate({
                to: '/manager/statistics',
                search: { year: year, view: next === 'tables' ? 'tables' : undefined },
                replace: true,
              })
            }
          />
        </>
      }
      actions={
        <>
          {(['csv', 'xlsx'] as const).map((format) => (
            <a key={format} href={fileOf(statistics.year, format)} download className={buttonClass('second')}>
              {format === 'csv' ? m.statistics_csv() : m.statistics_xlsx()}
            </a>
          ))}
          <button type="button" className={buttonClass('second', 'max-md:hidden')} onClick={() => window.print()}>
            {m.print_list()}
          </button>
        </>
      }
    >
      <p className="mb-2 hidden border-b border-line pb-1 print:block">
        <b className="font-serif">{installation.libraryName ?? m.letter_library()}</b> ·{' '}
        <bdi>{longYear(statistics.year)}</bdi>
        {until !== null && <> · {formatDay(until)}</>}
      </p>
      <p className="mb-3 text-sm text-muted">{m.statistics_against({ year: yearBeforeWord(statistics) })}</p>
      {future > 0 && (
        <p role="status" className="mb-3 text-sm font-medium text-danger">
          {m.statistics_future({ count: future, shown: formatNumber(future) })}
        </p>
      )}
      <StatisticsFigures statistics={statistics} />
      {isEmpty ? (
        <div className="mt-4">
          <EmptyState
            title={m.statistics_none()}
            text={m.statistics_none_text()}
            action={
              <Link to="/manager/desk" className={buttonClass('second')}>
                {m.desk_title()}
              </Link>
            }
          />
        </div>
      ) : (
        <Counts statistics={statistics} isTables={isTables} />
      )}
      <p className="mt-4 max-w-prose text-sm text-pretty text-muted">{m.statistics_text()}</p>
    </ManagerPage>
  )
}

const GRID = 'mt-3 grid items-start gap-3 sm:mt-4 sm:gap-4 print:block print:[&>*]:mb-4'

/** Everything that is counted by something. */
function Counts({ statistics, isTables }: { statistics: Statistics; isTables: boolean }) {
  const { year, yearBefore, months, classes, genres, languages, places, books, unlent } = statistics
  const shared = { year, yearBefore, isTables }
  const words = statisticsPartWords()
  return (
    <>
      <div className={`${GRID} lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:items-stretch`}>
        <MonthChart {...shared} months={months} />
        <CountTable {...shared} title={m.statistics_by_class()} rows={rowsOf(classes, words.class)} />
      </div>
      <div className={`${GRID} lg:grid-cols-2`}>
        <CountTable
          {...shared}
          title={m.statistics_by_genre()}
          rows={genres.map((one) => ({
            ...rowOf(one, words.genre),
            color: one.hue === null ? undefined : oklchToHex(0.58, 0.11, one.hue),
          }))}
        />
        <CountTable
          {...shared}
          isTables
          title={m.statistics_most_lent()}
          first={6}
          rows={books.map(({ id, title, author, ...counts }) => ({
            id,
            name: <Book id={id} title={title} author={author} />,
            ...counts,
          }))}
        />
        <CountTable {...shared} title={m.statistics_by_place()} rows={rowsOf(places, words.place)} />
        <div className="grid min-w-0 gap-3 sm:gap-4">
          <CountTable {...shared} title={m.statistics_by_language()} rows={rowsOf(languages, words.language)} />
          <UnlentPanel unlent={unlent} />
        </div>
      </div>
    </>
  )
}

const Book = ({ id, title, author }: { id: string; title: string; author: string }) => (
  <>
    <Link to="/manager/books/$id" params={{ id }} className="font-semibold hover:underline">
      <bdi>{title}</bdi>
    </Link>
    {author !== '' && (
      <span className="block text-muted">
        <bdi>{author}</bdi>
      </span>
    )}
  </>
)

const rowOf = ({ id, name, ...counts }: StatisticsPart, none: string): CountRow => ({
  id: id ?? '',
  name: <bdi>{name ?? none}</bdi>,
  ...counts,
})

const rowsOf = (parts: readonly StatisticsPart[], none: string): CountRow[] => parts.map((part) => rowOf(part, none))

const longYear = (year: string): string =>
  year.includes('-')
    ? m.statistics_school_year({ year: yearWord(year) })
    : m.statistics_calendar_year({ year: yearWord(year) })

const fileOf = (year: string, format: 'csv' | 'xlsx'): string =>
  `/api/v1/statistics/export?${new URLSearchParams({ year, format })}`
