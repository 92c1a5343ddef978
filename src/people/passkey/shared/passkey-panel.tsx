import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { AddPasskey } from '../add-passkey.tsx'
import { PasskeyRow } from '../passkey-row.tsx'
import { passkeyName } from '../passkey-name.ts'
import { RenamePasskey } from '../rename-passkey.tsx'
import { removePasskey } from '../passkey-edit.data.ts'
import { passkeysQuery, useRefreshPasskeys } from '../passkey.data.ts'
import type { Passkey } from '../passkey.schema.ts'
import { useCanUsePasskeys } from '../use-can-use-passkeys.ts'

interface PasskeyPanelProps {
  timeZone: string
  /** Whether the installation can have passkeys. */
  canHave: boolean
}

/** The user's passkeys: to add, rename and remove. Errors do not affect the rest of the page. */
export function PasskeyPanel({ timeZone, canHave }: PasskeyPanelProps) {
  const query = useQuery(passkeysQuery)
  const { data, dataUpdatedAt } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const canUse = useCanUsePasskeys(canHave)
  // Nothing is shown to a user who has no passkey and can have none.
  if (!canHave && !data?.items.length) return null
  return (
    <Panel className="mt-4" title={m.passkeys_title()} titleRef={heading}>
      <p className="text-[0.8125rem] text-pretty text-muted">{m.passkeys_text()}</p>
      {data ? (
        <>
          {/* The time of the response, not of the rendering, so that server and browser render the same. */}
          <Passkeys passkeys={data.items} now={new Date(dataUpdatedAt)} timeZone={timeZone} heading={heading} />
          {data.isFull ? (
            <p className="mt-2 text-[0.8125rem] text-muted">{m.error_PASSKEY_LIMIT()}</p>
          ) : canUse ? (
            <AddPasskey look="second" className="mt-3 max-sm:w-full" />
          ) : (
            <p className="mt-2 text-[0.8125rem] text-muted">{m.passkey_unsupported()}</p>
          )}
        </>
      ) : (
        <PanelState title={m.passkeys_load_failed()} query={query} />
      )}
    </Panel>
  )
}

interface PasskeysProps {
  passkeys: Passkey[]
  now: Date
  timeZone: string
  heading: RefObject<HTMLElement | null>
}

function Passkeys({ passkeys, now, timeZone, heading }: PasskeysProps) {
  const [removing, setRemoving] = useState<ConfirmedCall>()
  const [renaming, setRenaming] = useState<Passkey>()
  const refresh = useRefreshPasskeys()
  return (
    <>
      {passkeys.length === 0 ? (
        <p className="mt-3">{m.passkeys_empty()}</p>
      ) : (
        // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
        <ul role="list" className="mt-1.5">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              now={now}
              timeZone={timeZone}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(removalOf(passkey))}
            />
          ))}
        </ul>
      )}
      <RenamePasskey passkey={renaming} onClose={() => setRenaming(undefined)} />
      <ConfirmCall confirmed={removing} onClose={() => setRemoving(undefined)} heading={heading} refresh={refresh} />
    </>
  )
}

const removalOf = (passkey: Passkey): ConfirmedCall => ({
  title: m.passkey_remove_title({ name: isolated(passkeyName(passkey)) }),
  text: m.passkey_remove_text(),
  action: m.passkey_remove(),
  isDanger: true,
  call: () => removePasskey({ data: { id: passkey.id } }),
  isDoneWhenGone: true,
  success: m.passkey_removed(),
  failure: m.passkey_remove_failed(),
})
