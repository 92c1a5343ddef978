import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { roleWord } from '#i18n/role-word.ts'
import { fieldWord } from './activity-changes.tsx'
import type { Activity } from './activity.schema.ts'

const ACTOR = '\u0001'
const SUBJECT = '\u0002'
/** Where the names stand in a sentence, wherever the language puts them. */
const NAMES = { actor: ACTOR, subject: SUBJECT }

const SENTENCES: Record<Activity['action'], (activity: Activity) => string> = {
  'book.create': () => m.activity_created(NAMES),
  'book.update': updated,
  'book.delete': () => m.activity_deleted(NAMES),
  'user.create': (activity) => (isOwn(activity) ? m.activity_signed_up(NAMES) : m.activity_created(NAMES)),
  'user.update': (activity) => (isOwn(activity) ? m.activity_updated_own(NAMES) : updated(activity)),
  'user.delete': () => m.activity_user_deleted(NAMES),
  'user.onboard': (activity) => (isOwn(activity) ? m.activity_onboarded(NAMES) : updated(activity)),
  'user.verify': () => m.activity_verified(NAMES),
  'user.set-role': ({ changes }) => {
    const role = changes.find(({ field }) => field === 'role')?.after
    return typeof role === 'string'
      ? m.activity_role_set({ ...NAMES, role: roleWord(role) })
      : m.activity_updated(NAMES)
  },
  'user.ban': () => m.activity_banned(NAMES),
  'user.unban': () => m.activity_unbanned(NAMES),
}

const isOwn = ({ actor, subject }: Activity): boolean => actor.id !== null && actor.id === subject.id

function updated({ changes }: Activity): string {
  const words = changes.map(({ field }) => fieldWord(field)).filter((word) => word !== undefined)
  if (words.length === 0) return m.activity_updated(NAMES)
  const fields = new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(words)
  return m.activity_updated_fields({ ...NAMES, fields })
}

/** What was done, in one sentence of the page's language; of several (`count`) equal changes how many there were. */
export function ActivitySentence({ activity, count = 1 }: { activity: Activity; count?: number | undefined }) {
  const sentence =
    count > 1 && activity.action === 'user.delete' ? m.activity_deleted(NAMES) : SENTENCES[activity.action](activity)
  const pieces = sentence.split(/([\u0001\u0002])/)
  return pieces.map((piece) =>
    piece === ACTOR ? (
      <Name key={ACTOR}>{actorName(activity)}</Name>
    ) : piece === SUBJECT ? (
      count > 1 ? (
        <Subjects key={SUBJECT} kind={activity.subject.kind} count={count} />
      ) : (
        <Subject key={SUBJECT} subject={activity.subject} />
      )
    ) : (
      piece
    ),
  )
}

/** By whom, in words. */
export function actorName({ actor }: Activity): string {
  if (actor.kind === 'operator') return m.activity_operator()
  return actor.kind === 'system' ? m.brand_name() : (actor.name ?? m.activity_former_actor())
}

function Subject({ subject: { kind, id, name, isThere } }: Pick<Activity, 'subject'>) {
  if (name === null) return m.activity_former_subject()
  const shown = <Name>{name}</Name>
  if (!isThere) return shown
  return (
    <Link
      to={kind === 'book' ? '/manager/books/$id' : '/manager/users/$id'}
      params={{ id }}
      className="rounded-sm hover:text-accent hover:underline"
    >
      {shown}
    </Link>
  )
}

/** How many they were; books lead to the list, those that were changed last first. */
function Subjects({ kind, count }: { kind: Activity['subject']['kind']; count: number }) {
  const words = { count, shown: formatNumber(count) }
  return <Name>{kind === 'book' ? m.activity_books(words) : m.activity_users(words)}</Name>
}

function Name({ children }: { children: ReactNode }) {
  return <bdi className="font-semibold [overflow-wrap:anywhere]">{children}</bdi>
}
