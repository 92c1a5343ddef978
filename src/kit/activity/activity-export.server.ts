import type { SQL } from 'drizzle-orm'
import { csvFile } from '#base/csv/write-csv.ts'
import { inLocale } from '#base/i18n/in-locale.server.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { localTime } from '#base/lib/day-start.ts'
import { wordsOfNoun } from '#base/lib/noun-words.ts'
import { fieldOf, valueText } from './activity-values.ts'
import { readActivities, selectRows } from './activity-rows.server.ts'
import type { ActivityEntry, ActivityValue } from './activity.schema.ts'
import { activityText } from './activity-sentence.tsx'
import { actorName } from './actor-name.ts'

const PAGE = 1000
/** Entries, at most: a spreadsheet shows a million rows, and a year of a busy library has fewer than this. */
const MOST = 100_000

const COLUMNS = {
  id: m.activity_column_entry,
  at: (zone: string) => m.activity_column_at_in({ zone }),
  actor: m.activity_person,
  inNameOf: m.activity_column_in_name_of,
  action: m.activity_column_action,
  books: m.activity_column_books,
  kind: m.activity_thing,
  name: m.activity_column_name,
  subjectId: m.activity_column_subject,
  changes: m.activity_column_changes,
} satisfies Record<string, (zone: string) => string>

/**
 * The entries of a condition as CSV, newest first, with sentences, labels and values in the current language and times in
 * the zone. Read in pages: a
 * slow client holds no connection.
 */
export const exportActivity = (condition: SQL | undefined, timeZone: string): AsyncGenerator<Buffer> =>
  inLocale(getLocale(), async () => {
    const columns = Object.entries(COLUMNS).map(([field, heading]) => ({ field, heading: heading(timeZone) }))
    return csvFile(columns, exportRows(condition, timeZone))
  })

async function* exportRows(condition: SQL | undefined, timeZone: string): AsyncGenerator<string[][]> {
  let below: number | undefined
  for (let count = 0; count < MOST; count += PAGE) {
    const rows = await selectRows(condition, below, PAGE)
    const entries = await readActivities(rows)
    yield entries.map((entry) => Object.values(cellsOf(entry, timeZone)))
    below = rows.at(-1)?.row.id
    if (rows.length < PAGE) return
  }
}

const cellsOf = (entry: ActivityEntry, timeZone: string): Record<keyof typeof COLUMNS, string> => ({
  id: String(entry.id),
  at: localTime(entry.at, timeZone),
  actor: actorName(entry),
  inNameOf: entry.inNameOf ? (entry.inNameOf.name ?? m.activity_former_subject()) : '',
  action: activityText(entry),
  books: countOf(entry),
  kind: wordsOfNoun(entry.subject.kind).one(),
  name: entry.subject.name ?? '',
  subjectId: entry.subject.id,
  changes: changesText(entry, timeZone),
})

/** The books that one entry is about, where it is about several. */
function countOf({ changes }: ActivityEntry): string {
  const counts = changes.filter(({ field }) => ['created', 'updated', 'books'].includes(field))
  return counts.length === 0 ? '' : String(counts.reduce((sum, { after }) => sum + Number(after), 0))
}

/** Such as "Publisher: nothing → Seuil; Author: …". */
const changesText = (entry: ActivityEntry, timeZone: string): string =>
  entry.changes
    .flatMap(({ field, before, after }) => {
      const words = fieldOf(entry, field)
      if (!words) return []
      const textOf = (value: ActivityValue) =>
        value === null || value === '' ? m.activity_nothing() : valueText(value, words, timeZone)
      return m.activity_change_of({ field: words.label(), before: textOf(before), after: textOf(after) })
    })
    .join('; ')
