import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { panelClass } from '#ui/panel.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { ColumnsNotKept } from './import-columns.tsx'
import { copiesTexts, undoneTexts } from './import-counts.ts'
import { ImportRows } from './import-rows.tsx'
import type { Import } from '../import.schema.ts'

/** How an import has ended, by whom and when, and its rows, counted by what became of them. */
export function ImportOutcome({ item, timeZone }: { item: Import; timeZone: string }) {
  const { state, isUndoing, by, undoneBy, undoneAt, finishedAt, createdAt, refused } = item
  const timeOf = (at: Date) => <time dateTime={at.toISOString()}>{formatDateTime(at, timeZone)}</time>
  return (
    <>
      <section className={`${panelClass} flex flex-col gap-1.5`}>
        {state === 'failed' && <p className="text-pretty text-danger">{m.import_failed_text()}</p>}
        {state === 'cancelled' && <p className="text-pretty">{m.import_cancelled_text()}</p>}
        {[...copiesTexts(item), ...undoneTexts(item)].map((text) => (
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
          {refused > 0 && !isUndoing && item.shape && (
            <a
              href={`/api/v1/imports/${item.id}/refused`}
              download
              className="-my-3 inline-flex min-h-11 items-center rounded-sm font-medium text-accent hover:underline"
            >
              {m.import_refused_file()}
            </a>
          )}
        </p>
        <ColumnsNotKept item={item} />
      </section>
      <ImportRows item={item} />
    </>
  )
}
