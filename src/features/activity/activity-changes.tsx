import { genreWord } from '#features/genre/shared/genre-word.ts'
import { fieldText } from '#i18n/field-text.ts'
import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { lookUp } from '#lib/list/look-up.ts'
import type { FieldWords } from '#lib/noun.ts'
import { NOUN_WORDS } from '#noun-words.ts'
import { DifferingWords } from '#ui/differing-words.tsx'
import { FieldPicture } from '#ui/field-picture.tsx'
import { Sentence } from '#ui/sentence.tsx'
import type { Activity, ActivityValue } from './activity.schema.ts'

type Change = Activity['changes'][number]

/** A field with a label; `genreId` counts as `genre`. */
export function fieldOf(
  { subject }: { subject: Pick<Activity['subject'], 'kind'> },
  field: string,
): FieldWords | undefined {
  const { fields = {} } = NOUN_WORDS[subject.kind]
  return lookUp(fields, field) ?? lookUp(fields, `${field}Id`)
}

interface ActivityChangesProps {
  activity: Activity
  timeZone: string
}

/** Each changed field with its values before and after; nothing for what its sentence says alone. */
export function ActivityChanges({ activity, timeZone }: ActivityChangesProps) {
  if (/\.(create|delete|verify|merge)$/.test(activity.action)) return null
  const changes = activity.changes.flatMap((change) => {
    const words = fieldOf(activity, change.field)
    return words ? [{ ...change, words }] : []
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

function ChangeLine({ change, timeZone }: { change: Change & { words: FieldWords }; timeZone: string }) {
  const before = <Value of={change.before} comparedWith={change.after} words={change.words} timeZone={timeZone} />
  const after = <Value of={change.after} comparedWith={change.before} words={change.words} timeZone={timeZone} />
  return (
    <Sentence
      text={m.activity_change_of}
      parts={{
        field: <span className="inline-block first-letter:uppercase">{change.words.label()}</span>,
        before,
        after,
      }}
    />
  )
}

interface ValueProps {
  of: ActivityValue
  /** The value on the other side of the change: in texts, the words that differ are marked. */
  comparedWith: ActivityValue
  words: FieldWords
  timeZone: string
}

function Value({ of: value, comparedWith, words, timeZone }: ValueProps) {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <i>{m.activity_nothing()}</i>
  if (words.picture && typeof value === 'string')
    return <FieldPicture src={words.picture(value)} word={valueText(value, words, timeZone)} />
  const isText = typeof value === 'string' && typeof comparedWith === 'string' && comparedWith !== '' && !words.word
  return (
    <bdi className="text-ink">
      {isText ? <DifferingWords text={value} others={[comparedWith]} /> : valueText(value, words, timeZone)}
    </bdi>
  )
}

/** A recorded value in words. */
export function valueText(value: NonNullable<ActivityValue>, words: FieldWords, timeZone: string): string {
  if (value instanceof Date) return formatDateTime(value, timeZone)
  if (Array.isArray(value)) return fieldText(value, words)
  if (typeof value === 'object') return value.name === '' ? m.activity_genre_gone() : genreWord(value)
  return fieldText(value, words)
}
