import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { panelClass } from '#base/ui/panel.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import type { ReactNode } from 'react'
import type { Import } from '../import.schema.ts'

interface ImportOutcomeProps {
  item: Import
  timeZone: string
  /** What it has done beside its counts, and what its undo has done. */
  texts: readonly string[]
  /** Which columns were not kept. */
  notKept: ReactNode
  rows: ReactNode
}

/** How an import has ended, by whom and when, and its rows, counted by what became of them. */
export function ImportOutcome({ item, timeZone, texts, notKept, rows }: ImportOutcomeProps) {
  const { state, isUndoing, by, undoneBy, undoneAt, finishedAt, createdAt, refused } = item
  const timeOf = (at: Date) => <time dateTime={at.toISOString()}>{formatDateTime(at, timeZone)}</time>
  return (
    <>
      <section className={`${panelClass} flex flex-col gap-1.5`}>
        {state === 'failed' && <p className="text-pretty text-danger">{m.import_failed_text()}</p>}
        {state === 'cancelled' && <p className="text-pretty">{m.import_cancelled_text()}</p>}
        {texts.map((text) => (
          <p key={text} className="text-pretty">
            {text}
          </p>
        ))}
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
          <span>
            <bdi>{by?.name ?? m.activity_operator()}</bdi>
            {' · '}
            {timeOf(finishedAt ?? createdAt)}
          </span>
          {undoneAt && (
            <span>
              <Sentence
                text={m.import_undone_by}
                parts={{ person: <bdi>{undoneBy?.name ?? m.activity_former_subject()}</bdi>, time: timeOf(undoneAt) }}
              />
            </span>
          )}
          {refused > 0 && !isUndoing && !item.lookup && (
            <a
              href={`/api/v1/imports/${item.id}/refused`}
              download
              className="-my-3 inline-flex min-h-11 items-center rounded-sm font-medium text-accent hover:underline"
            >
              {m.import_refused_file()}
            </a>
          )}
        </p>
        {notKept}
      </section>
      {rows}
    </>
  )
}
