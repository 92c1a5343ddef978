import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { NewApiKey } from '../api-key-dialog.tsx'
import { ApiKeyRow } from '../api-key-row.tsx'
import { apiKeyLinks } from '../api-key.slots.ts'
import { apiKeysQuery, revokeApiKey, useRefreshApiKeys } from '../api-key.data.ts'
import { KEY_LIMIT, type ApiKey } from '../api-key.schema.ts'

/** Keys shown at first. */
const FIRST = 5

interface ApiKeyPanelProps {
  /** The user's address, for reauthentication. */
  email: string | null
  /** The user's role, which limits the permissions of keys. */
  role: string
  timeZone: string
}

/** The user's API keys. Errors do not affect the rest of the page. */
export function ApiKeyPanel({ email, role, timeZone }: ApiKeyPanelProps) {
  const query = useQuery(apiKeysQuery)
  const { data, dataUpdatedAt } = query
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Panel
      className="mt-4"
      title={m.account_keys_title()}
      titleRef={heading}
      action={<apiKeyLinks.Parts className={`${rowActionClass} -ms-2`} />}
    >
      <p className="text-[0.8125rem] text-pretty text-muted">{m.account_keys_text()}</p>
      {data ? (
        <>
          {/* The time of the response, not of the rendering, so that server and browser render the same. */}
          <Keys keys={data} now={new Date(dataUpdatedAt)} timeZone={timeZone} heading={heading} />
          <NewApiKey
            email={email}
            role={role}
            timeZone={timeZone}
            isFull={data.length >= KEY_LIMIT}
            heading={heading}
          />
        </>
      ) : (
        <PanelState title={m.account_keys_load_failed()} query={query} />
      )}
    </Panel>
  )
}

interface KeysProps {
  keys: ApiKey[]
  now: Date
  timeZone: string
  heading: RefObject<HTMLElement | null>
}

function Keys({ keys, now, timeZone, heading }: KeysProps) {
  const [isAll, setIsAll] = useState(false)
  const [revoking, setRevoking] = useState<ConfirmedCall>()
  const refresh = useRefreshApiKeys()
  const shown = isAll ? keys : keys.slice(0, FIRST)
  return (
    <>
      {keys.length === 0 ? (
        <p className="mt-3">{m.account_keys_empty()}</p>
      ) : (
        <ul className="mt-1.5">
          {shown.map((key) => (
            <ApiKeyRow
              key={key.id}
              apiKey={key}
              now={now}
              timeZone={timeZone}
              onRevoke={() => setRevoking(revocationOf(key))}
            />
          ))}
        </ul>
      )}
      {shown.length < keys.length && (
        <Button look="second" className="mt-2 me-3 max-sm:w-full" onClick={() => setIsAll(true)}>
          {m.account_sessions_show_all({ count: formatNumber(keys.length) })}
        </Button>
      )}
      {keys.length > 0 && <p className="mt-2 text-[0.8125rem] text-pretty text-muted">{m.account_keys_note()}</p>}
      <ConfirmCall confirmed={revoking} onClose={() => setRevoking(undefined)} heading={heading} refresh={refresh} />
    </>
  )
}

const revocationOf = ({ id, name }: ApiKey): ConfirmedCall => ({
  title: m.account_key_revoke_title({ name }),
  text: m.account_key_revoke_text(),
  action: m.account_key_revoke(),
  isDanger: true,
  call: () => revokeApiKey({ data: { id } }),
  isDoneWhenGone: true,
  success: m.account_key_revoked(),
  failure: m.account_key_revoke_failed(),
})
