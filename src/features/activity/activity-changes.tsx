import { genreWord } from '#features/genre/shared/genre-word.ts'
import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { roleWord } from '#i18n/role-word.ts'
import { lookUp } from '#lib/look-up.ts'
import type { Activity, ActivityValue } from './activity.schema.ts'

type Change = Activity['changes'][number]

// What a sentence says itself (banned, onboarded) needs no word.
const FIELDS: Record<string, () => string> = {
  title: m.activity_field_title,
  author: m.activity_field_author,
  genre: m.activity_field_genre,
  publisher: m.activity_field_publisher,
  name: m.activity_field_name,
  email: m.activity_field_email,
  role: m.activity_field_role,
  banReason: m.activity_field_reason,
  banExpires: m.activity_field_until,
}

/** A field that people know, in their language. */
export const fieldWord = (field: string): string | undefined => lookUp(FIELDS, field)?.()

/** What follows from another change: a line of its own, and no part of the sentence. */
const FOLLOWING: Record<string, () => string> = { emailVerified: m.activity_field_verified }

/** The label of a field that its feature knows, for one that has no word here. */
export type FieldLabel = (field: string) => string | undefined

interface ActivityChangesProps {
  activity: Activity
  timeZone: string
  labelOf: FieldLabel
}

/** What a change was from and to, a line each; of something new or deleted nothing: its page says it. */
export function ActivityChanges({ activity, timeZone, labelOf }: ActivityChangesProps) {
  if (/\.(create|delete|verify)$/.test(activity.action)) return null
  const changes = activity.changes.flatMap((change) => {
    const word = fieldWord(change.field) ?? lookUp(FOLLOWING, change.field)?.() ?? labelOf(change.field)
    return word === undefined ? [] : [{ ...change, word }]
  })
  if (changes.length === 0) return null
  return (
    <ul className="mt-0.5 text-[0.8125rem] text-muted">
      {changes.map((change) => (
        <li key={change.field} className="[overflow-wrap:anywhere]">
          <ChangeLine change={change} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  )
}

function ChangeLine({ change, timeZone }: { change: Change & { word: string }; timeZone: string }) {
  const [start, middle, end] = m.activity_change({ before: '\u0001', after: '\u0001' }).split('\u0001')
  return (
    <>
      <span className="inline-block first-letter:uppercase">{change.word}</span> {start}
      <Value of={change.before} field={change.field} timeZone={timeZone} />
      {middle}
      <Value of={change.after} field={change.field} timeZone={timeZone} />
      {end}
    </>
  )
}

function Value({ of: value, field, timeZone }: { of: ActivityValue; field: string; timeZone: string }) {
  if (value === null || value === '') return <i>{m.activity_nothing()}</i>
  return <bdi className="text-ink">{valueText(value, field, timeZone)}</bdi>
}

function valueText(value: NonNullable<ActivityValue>, field: string, timeZone: string): string {
  if (typeof value === 'boolean') return value ? m.activity_yes() : m.activity_no()
  if (value instanceof Date) return formatDateTime(value, timeZone)
  if (typeof value === 'object') return value.name === '' ? m.activity_genre_gone() : genreWord(value)
  return field === 'role' ? roleWord(String(value)) : String(value)
}
