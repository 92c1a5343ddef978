import { Link } from '@tanstack/react-router'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { deviceWord } from '#base/i18n/device-word.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Avatar } from '#base/ui/avatar.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import { eventWord } from './event-word.ts'
import { moreWord } from './security-words.ts'
import type { LogEntry } from './security.schema.ts'
import { borrowerNames } from './security.slots.ts'

/** An entry of the security log: whom it is about, what happened, who did it, when and from where. */
export function SecurityRow({ entry, timeZone }: { entry: LogEntry; timeZone: string }) {
  const { at, ip, details } = entry
  const name = nameOf(entry)
  const actor = actorOf(entry)
  const more = moreWord(details)
  return (
    <li className="flex items-start gap-3 border-line py-2.5 not-last:border-b">
      <Avatar name={name} size="small" />
      <div className="min-w-0 flex-1">
        <p className="leading-snug [overflow-wrap:anywhere]">
          <Name entry={entry} name={name} /> · <Happened entry={entry} timeZone={timeZone} />
          {actor !== undefined && (
            <>
              {' '}
              <Sentence text={m.security_by} parts={{ actor: <bdi className="font-semibold">{actor}</bdi> }} />
            </>
          )}
        </p>
        <p className="mt-0.5 text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
          <time dateTime={at.toISOString()}>{formatDateTime(at, timeZone)}</time>
          {ip !== null && (
            <>
              {` · ${deviceWord(entry)} · `}
              <span dir="ltr">{ip}</span>
            </>
          )}
          {more !== undefined && ` · ${more}`}
        </p>
      </div>
    </li>
  )
}

function Happened({ entry, timeZone }: { entry: LogEntry; timeZone: string }) {
  const isLending = useIsLending()
  const { borrower } = entry
  if (!borrower) return eventWord(entry, timeZone)
  const { id, name } = borrower
  const plain = <bdi>{name ?? m.desk_former()}</bdi>
  const shown = name === null || !isLending ? plain : <borrowerNames.Parts id={id} name={name} otherwise={plain} />
  return <Sentence text={m.security_loans_seen} parts={{ borrower: shown }} />
}

function Name({ entry: { person }, name }: { entry: LogEntry; name: string }) {
  const shown = <bdi className="font-semibold">{name}</bdi>
  if (!person || person.name === null) return shown
  return (
    <Link to="/manager/users/$id" params={{ id: person.id }} className="rounded-sm hover:text-accent hover:underline">
      {shown}
    </Link>
  )
}

function nameOf({ kind, person, details }: LogEntry): string {
  if (person) return person.name ?? m.activity_former_actor()
  if (details.by === 'operator') return m.activity_operator()
  // Nightly backups and other work of the server concern no person.
  return kind === 'settings' || details.by !== undefined ? m.brand_name() : m.security_stranger()
}

/** Who did what the entry says, if not the person whom it is about. */
function actorOf({ actor, details }: LogEntry): string | undefined {
  if (details.by === 'operator') return m.activity_operator()
  if (details.by === 'system') return m.brand_name()
  return actor ? (actor.name ?? m.activity_former_subject()) : undefined
}
