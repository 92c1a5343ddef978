import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { formatMonth, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { oklchToHex } from '#base/lib/oklch.ts'
import { Button } from '#base/ui/button.tsx'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { scaleOf } from './dashboard-scale.ts'
import type { Figures } from './dashboard.schema.ts'

/** Genres shown at first. */
const FIRST = 7

/** Books added in each month, and books of each genre. */
export const DashboardCharts = ({ months, byGenre }: Pick<Figures, 'months' | 'byGenre'>) => (
  <>
    <MonthChart months={months} />
    <GenreChart byGenre={byGenre} />
  </>
)

/** Books added in each month: bars, and a table for screen readers and exact numbers. */
function MonthChart({ months }: Pick<Figures, 'months'>) {
  const [isTable, setIsTable] = useState(false)
  const most = scaleOf(months.map(({ books }) => books))
  const isCut = months.some(({ books }) => books > most)
  const last = months.at(-1)?.month
  return (
    <Panel
      title={m.dashboard_added()}
      className="flex min-w-0 flex-col"
      action={
        <button type="button" onClick={() => setIsTable(!isTable)} className={`${rowActionClass} -my-2.5`}>
          {isTable ? m.dashboard_as_chart() : m.dashboard_as_table()}
        </button>
      }
    >
      {!isTable && (
        <div aria-hidden="true" className="mt-3 flex min-h-44 flex-1 gap-1.5 sm:gap-2.5">
          {months.map(({ month, books }) => (
            <Bar key={month} month={month} books={books} share={books / most} isLast={month === last} />
          ))}
        </div>
      )}
      {isCut && !isTable && <p className="mt-2 text-xs text-muted">{m.dashboard_cut()}</p>}
      <MonthTable months={months} isShown={isTable} />
    </Panel>
  )
}

interface BarProps {
  month: string
  books: number
  /** Height relative to the scale; above 1 the bar is cut off and marked by a gap. */
  share: number
  isLast: boolean
}

function Bar({ month, books, share, isLast }: BarProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col" title={`${formatMonth(month, 'long')}: ${formatNumber(books)}`}>
      <div className="flex flex-1 flex-col justify-end">
        <span
          className={`flex justify-center text-xs whitespace-nowrap tabular-nums ${isLast ? 'font-semibold' : `text-muted ${share > 1 ? '' : 'max-sm:invisible'}`}`}
        >
          {books > 0 && formatNumber(books)}
        </span>
        <span
          className={`relative mt-1 block min-h-0.5 rounded-t-[4px] forced-colors:bg-[CanvasText] ${isLast ? 'bg-accent' : 'bg-[color-mix(in_oklch,var(--accent)_55%,var(--raised))]'}`}
          // Leaves room for the number above.
          style={{ height: `${Math.min(1, share) * 82}%` }}
        >
          {share > 1 && <span className="absolute inset-x-0 top-1/4 h-1.5 -skew-y-12 bg-raised" />}
        </span>
      </div>
      <span className="pt-1.5 text-center text-xs text-muted">{formatMonth(month, 'narrow')}</span>
    </div>
  )
}

function MonthTable({ months, isShown }: Pick<Figures, 'months'> & { isShown: boolean }) {
  return (
    // A table itself would not shrink to the size of `sr-only`.
    <div className={isShown ? '' : 'sr-only'}>
      <table className="mt-2 w-full text-sm">
        <caption className="sr-only">{m.dashboard_added()}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-1 text-start font-semibold">
              {m.dashboard_month()}
            </th>
            <th scope="col" className="py-1 text-end font-semibold">
              {m.dashboard_books()}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, books }) => (
            <tr key={month} className="border-line not-last:border-b">
              <th scope="row" className="py-1 text-start font-normal">
                {formatMonth(month, 'long')}
              </th>
              <td className="py-1 text-end tabular-nums">{formatNumber(books)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Books of each genre as bars, linked to their lists. */
function GenreChart({ byGenre }: Pick<Figures, 'byGenre'>) {
  const [isAll, setIsAll] = useState(false)
  const most = byGenre[0]?.books ?? 1
  const shown = isAll ? byGenre : byGenre.slice(0, FIRST)
  return (
    <Panel title={m.dashboard_by_genre()} className="min-w-0">
      {byGenre.length === 0 && (
        <p className="mt-2 text-pretty text-muted">
          {m.dashboard_by_genre_none()} {m.genres_none_text()}
        </p>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-2 grid grid-cols-[fit-content(45%)_minmax(0,1fr)_auto]">
        {shown.map(({ genre, books }) => (
          <li key={genre.id} className="col-span-3 grid grid-cols-subgrid">
            <Link
              to="/manager/books"
              search={{ genreId: genre.id }}
              className="group col-span-3 grid min-h-9 grid-cols-subgrid items-center gap-x-4 rounded-sm pointer-coarse:min-h-11"
            >
              <bdi className="min-w-0 break-words group-hover:underline">{genreWord(genre)}</bdi>
              <span className="block h-2 rounded-full bg-line">
                <span
                  className="block h-full min-w-2 rounded-full forced-color-adjust-none"
                  style={{ width: `${(books / most) * 100}%`, background: oklchToHex(0.58, 0.11, genre.hue) }}
                />
              </span>
              <span className="text-end tabular-nums">{formatNumber(books)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < byGenre.length && (
        <Button look="ghost" className="-mx-4 mt-1 text-sm" onClick={() => setIsAll(true)}>
          {m.dashboard_genres_all({ count: formatNumber(byGenre.length) })}
        </Button>
      )}
    </Panel>
  )
}
