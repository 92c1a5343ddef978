import { m } from '#base/i18n/paraglide/messages.js'
import type { FieldWords } from '#base/lib/noun.ts'
import { DifferingWords } from '#base/ui/differing-words.tsx'
import { FieldPicture } from '#base/ui/field-picture.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import { fieldOf, valueText } from './activity-values.ts'
import type { Activity, ActivityValue } from './activity.schema.ts'

type Change = Activity['changes'][number]

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
