import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { labelInSentence } from '#base/i18n/field-text.ts'
import { formatList, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import { wordsOfNoun } from '#base/lib/noun-words.ts'
import { NOUNS, type RecordedNoun } from '#nouns.ts'
import { importNames } from './activity.slots.ts'
import { fieldOf } from './activity-values.ts'
import type { Activity } from './activity.schema.ts'
import { actorName } from './actor-name.ts'

const ACTOR = '\u0001'
const SUBJECT = '\u0002'
/** Placeholders for the names, whose positions depend on the language. */
const NAMES = { actor: ACTOR, subject: SUBJECT }

/** The fields of an entry that its sentence needs. */
type Told = Pick<Activity, 'action' | 'actor' | 'subject' | 'changes'>

/** The noun's own sentence, or else the general one. */
function sentenceOf(activity: Told, count: number): string {
  const { actor, subject, changes } = activity
  const action = activity.action.slice(subject.kind.length + 1)
  const own = lookUp(
    wordsOfNoun(subject.kind).sentences ?? {},
    action,
  )?.({
    names: NAMES,
    isNamed: subject.name !== null,
    isOwn: actor.id !== null && actor.id === subject.id,
    count,
    valueOf: (field) => changes.find((change) => change.field === field)?.after,
  })
  if (own !== undefined) return own
  if (action === 'create') return m.activity_created(NAMES)
  if (action === 'restore') return m.activity_restored(NAMES)
  return action === 'delete' ? m.activity_deleted(NAMES) : updated(activity)
}

function updated(activity: Told): string {
  const words = activity.changes.flatMap(({ field }) => {
    const known = fieldOf(activity, field)
    return known && !known.isFollowing ? [labelInSentence(known)] : []
  })
  if (words.length === 0) return m.activity_updated(NAMES)
  return m.activity_updated_fields({ ...NAMES, fields: formatList(words) })
}

/** The sentence of an entry as plain text. */
export const activityText = (activity: Told): string =>
  sentenceOf(activity, 1)
    .replace(ACTOR, () => actorName(activity))
    .replace(SUBJECT, () => activity.subject.name ?? formerWord(activity.subject.kind))

/** An activity as a sentence; for several (`count`) equal changes, with their number. */
export function ActivitySentence({ activity, count = 1 }: { activity: Told; count?: number | undefined }) {
  const pieces = sentenceOf(activity, count).split(/([\u0001\u0002])/)
  return pieces.map((piece) =>
    piece === ACTOR ? (
      <Name key={ACTOR}>{actorName(activity)}</Name>
    ) : piece === SUBJECT ? (
      count > 1 ? (
        <Subjects key={SUBJECT} kind={activity.subject.kind} count={count} />
      ) : (
        <Subject key={SUBJECT} action={activity.action} subject={activity.subject} />
      )
    ) : (
      piece
    ),
  )
}

/** The word for a subject whose name is not kept; a noun without such a word keeps every name. */
const formerWord = (kind: Activity['subject']['kind']): string =>
  wordsOfNoun(kind).former?.() ?? m.activity_former_subject()

type LendingNoun = {
  [Noun in RecordedNoun]: (typeof NOUNS)[Noun] extends { isLending: true } ? Noun : never
}[RecordedNoun]

/** Nouns of lending are named without a link: their pages are there only while the library lends. */
const isOfLending = (kind: RecordedNoun): kind is LendingNoun => 'isLending' in NOUNS[kind]

function Subject({ action, subject: { kind, id, name, isThere } }: Pick<Activity, 'action' | 'subject'>) {
  if (name === null) return formerWord(kind)
  const shown = <Name>{name}</Name>
  if (action.endsWith('import')) return <importNames.Parts id={id} name={name} otherwise={shown} />
  if (!isThere || isOfLending(kind)) return shown
  if (kind === 'genre') {
    return (
      <Link to={NOUNS.genre.manager.to} className={LINK}>
        {shown}
      </Link>
    )
  }
  return (
    <Link to={`${NOUNS[kind].manager.to}/$id`} params={{ id }} className={LINK}>
      {shown}
    </Link>
  )
}

const LINK = 'rounded-sm hover:text-accent hover:underline'

/** The number of subjects; for books with a link to the list, latest change first. */
function Subjects({ kind, count }: { kind: Activity['subject']['kind']; count: number }) {
  return <Name>{wordsOfNoun(kind).many?.({ count, shown: formatNumber(count) })}</Name>
}

function Name({ children }: { children: ReactNode }) {
  return <bdi className="font-semibold [overflow-wrap:anywhere]">{children}</bdi>
}
