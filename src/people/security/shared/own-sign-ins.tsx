import { useInfiniteQuery } from '@tanstack/react-query'
import { deviceWord } from '#base/i18n/device-word.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { LoadMoreOf } from '#base/ui/list/load-more.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { eventWord } from '../event-word.ts'
import { moreWord } from '../security-words.ts'
import { ownSignInsQuery } from '../security.data.ts'
import type { OwnSecurityEvent } from '../security.schema.ts'

/** The user's own sign-ins, also those that failed, and when an admin acted as the user. */
export function OwnSignIns({ timeZone }: { timeZone: string }) {
  const state = useInfiniteQuery(ownSignInsQuery)
  const items = state.data?.pages.flatMap((page) => page.items)
  return (
    <Panel className="mt-4" title={m.sign_ins_title()}>
      {items ? (
        <>
          <SignIns items={items} timeZone={timeZone} />
          <LoadMoreOf query={state} count={items.length} />
        </>
      ) : (
        <PanelState title={m.sign_ins_load_failed()} query={state} />
      )}
    </Panel>
  )
}

function SignIns({ items, timeZone }: { items: readonly OwnSecurityEvent[]; timeZone: string }) {
  if (items.length === 0) return <p className="mt-2 text-muted">{m.sign_ins_empty()}</p>
  return (
    // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
    <ul role="list" className="mt-1.5">
      {items.map((event) => (
        <li key={event.id} className="border-line py-2.5 not-last:border-b">
          <p className="leading-snug font-semibold break-words">{SENTENCES[event.kind](event, timeZone)}</p>
          <p className="mt-0.5 text-[0.8125rem] break-words text-muted">
            <time dateTime={event.at.toISOString()}>{formatDateTime(event.at, timeZone)}</time>
            {!event.isByOthers && (
              <>
                {' · '}
                {deviceWord(event)}
                {event.ip !== null && (
                  <>
                    {' · '}
                    <span dir="ltr">{event.ip}</span>
                  </>
                )}
              </>
            )}
            {moreWord(event.details) && ` · ${moreWord(event.details)}`}
          </p>
        </li>
      ))}
    </ul>
  )
}

const ofLog = eventWord

/** The sentence for each kind: that of the log, but where it speaks of another. */
const SENTENCES: Record<OwnSecurityEvent['kind'], (event: OwnSecurityEvent, timeZone: string) => string> = {
  signed_in: ofLog,
  sign_in_failed: ofLog,
  sign_in_refused: ofLog,
  sign_in_disowned: ofLog,
  code_shown: ofLog,
  passkey_added: ofLog,
  passkey_removed: ofLog,
  card_given: ofLog,
  card_used: ofLog,
  card_refused: ofLog,
  card_revoked: ofLog,
  impersonation_begun: ({ details: { reason } }) =>
    m.sign_ins_impersonated({ reason: String(reason || m.security_no_reason()) }),
}
