import type { ReactNode } from 'react'
import { formatNumber, formatValues, formatWholeDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Sentence } from '#base/ui/sentence.tsx'
import { stepsOf } from './sheet-steps.tsx'
import type { Sheet } from './sheet.schema.ts'

interface SheetPaperProps {
  sheet: Sheet
  /** The eight words; undefined until they are shown. */
  words: readonly string[] | undefined
  /** Stands in the place of the words until they are shown. */
  hidden: ReactNode
  timeZone: string
}

const SMALL = 'text-[0.8125em] font-semibold text-muted'
const DOTS = 'ms-1.5 inline-block min-w-[11em] border-b border-dotted border-ink align-baseline'

/** One sheet of A4: what to keep, where the last backup is, and how the library comes back. */
export function SheetPaper({ sheet, words, hidden, timeZone }: SheetPaperProps) {
  const { library, version, installation } = sheet
  const isForAnyone = installation === 'package' || installation === 'sources'
  return (
    <article className="text-[0.9375rem] leading-snug print:text-[11.5pt]">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 border-b-2 border-ink pb-2.5">
        <p dir="auto" className="font-serif text-[1.25em] font-semibold [overflow-wrap:anywhere]">
          {library ?? m.brand_name()}
        </p>
        <p className="text-muted">{m.sheet_printed({ day: formatWholeDay(sheet.printedAt, timeZone) })}</p>
      </header>
      <h2 className="mt-7 text-[2.125em] leading-tight print:mt-9">{m.setup_sheet_title()}</h2>
      <p className="mt-2 text-[1.0625em] text-pretty text-muted">
        {isForAnyone ? m.sheet_intro() : m.sheet_intro_operator()}
      </p>
      <div className="mt-5 grid rounded-md border border-line-strong sm:grid-cols-[6fr_5fr] print:grid-cols-[6fr_5fr]">
        <LastBackup sheet={sheet} timeZone={timeZone} />
        <div className="border-line-strong px-4.5 py-3.5 max-sm:border-t sm:border-s print:border-s print:border-t-0">
          <p className={SMALL}>{m.sheet_keep()}</p>
          <p className="mt-1">{m.sheet_keep_stick()}</p>
          <p>{m.sheet_keep_sheet()}</p>
          <p>
            {m.sheet_keep_place()}
            <span className={DOTS} />
          </p>
        </div>
      </div>
      <ol className="mt-6">
        {stepsOf(sheet).map(({ title, text }, at) => (
          <li key={title} className="grid grid-cols-[2.75rem_1fr] border-t border-line py-3">
            <span aria-hidden="true" className="font-serif text-[1.75em] leading-none font-semibold text-accent">
              {formatNumber(at + 1)}
            </span>
            <div className="min-w-0">
              <h3 className="font-serif text-[1.125em] leading-tight font-semibold [overflow-wrap:anywhere]">
                {title}
              </h3>
              <p className="mt-1 text-pretty">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <section className="mt-4 break-inside-avoid rounded-md border border-line-strong px-4.5 py-3.5">
        <h3 className={SMALL}>{m.sheet_words()}</h3>
        {words ? (
          <ol className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-4 print:grid-cols-4">
            {words.map((word, at) => (
              <li key={word} className="flex items-baseline gap-3">
                <span className="text-[0.8125em] text-muted">{formatNumber(at + 1)}</span>
                <b dir="ltr" className="font-serif text-[1.125em]">
                  {word}
                </b>
              </li>
            ))}
          </ol>
        ) : (
          hidden
        )}
        <p className="mt-2 text-[0.875em] text-pretty text-muted">{m.sheet_words_text()}</p>
      </section>
      <footer className="mt-7 flex justify-between gap-6 border-t border-line pt-2.5 text-[0.875em]">
        <p>
          {m.sheet_help()}
          <span className={DOTS} />
        </p>
        <p dir="ltr" className="text-muted">
          {m.brand_name()} {version}
        </p>
      </footer>
    </article>
  )
}

function LastBackup({ sheet: { last, place }, timeZone }: Pick<SheetPaperProps, 'sheet' | 'timeZone'>) {
  return (
    <div className="px-4.5 py-3.5">
      <p className={SMALL}>{m.sheet_last()}</p>
      {last ? (
        <>
          <p className="mt-1 font-semibold">{formatWholeDay(last.madeAt, timeZone)}</p>
          <p>{countsOf(last)}</p>
        </>
      ) : (
        <p className="mt-1">{m.sheet_last_none()}</p>
      )}
      <p>
        {place === null ? (
          m.sheet_last_here()
        ) : (
          <Sentence text={m.sheet_last_where} parts={{ place: <b dir="auto">{place}</b> }} />
        )}
      </p>
    </div>
  )
}

const countsOf = ({ books, borrowers }: NonNullable<Sheet['last']>): string => {
  const counted = m.activity_books({ count: books, shown: formatNumber(books) })
  if (borrowers === 0) return counted
  return formatValues([counted, m.activity_borrowers({ count: borrowers, shown: formatNumber(borrowers) })])
}
