import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useRefreshMe } from '#kit/me/refresh-me.data.ts'
import { useSendsMail } from '#kit/installation/installation.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { AddPasskey } from '../add-passkey.tsx'
import { removeLostPasskeys } from '../passkey-edit.data.ts'
import { passkeysQuery, useRefreshPasskeys } from '../passkey.data.ts'
import { useCanUsePasskeys } from '../use-can-use-passkeys.ts'
import { PasskeyReauthentication } from './passkey-reauthentication.tsx'

/** Leads a manager whose session no passkey has confirmed to use one, to add the first, or to replace a lost one. */
export function PasskeyRequired({ onConfirmed }: { onConfirmed: () => void }) {
  const query = useQuery(passkeysQuery)
  const { data } = query
  const refreshMe = useRefreshMe()
  const refresh = useRefreshPasskeys()
  const heading = useRef<HTMLParagraphElement>(null)
  const [losing, setLosing] = useState<ConfirmedCall>()
  const sendsMail = useSendsMail()
  const canUse = useCanUsePasskeys(true)
  const enter = async () => {
    await refreshMe()
    onConfirmed()
  }
  if (!data) return <PanelState title={m.passkeys_load_failed()} query={query} />
  const hasPasskey = data.items.length > 0
  return (
    <div className="flex w-full flex-col gap-3">
      <p ref={heading} tabIndex={-1} className="mb-2 text-pretty text-muted">
        {canUse ? (hasPasskey ? m.passkey_required_use() : m.passkey_required_add()) : m.passkey_required_unsupported()}
      </p>
      {canUse &&
        (hasPasskey ? (
          <PasskeyReauthentication look="primary" onReauthenticated={enter} />
        ) : (
          <AddPasskey onAdded={enter} />
        ))}
      {hasPasskey && (
        <Button
          look="second"
          onClick={() =>
            setLosing({
              title: m.passkey_lost_title(),
              text: sendsMail ? m.passkey_lost_text() : m.passkey_lost_text_outbox(),
              action: m.passkey_lost_action(),
              isDanger: true,
              call: () => removeLostPasskeys(),
              failure: m.passkey_remove_failed(),
            })
          }
        >
          {m.passkey_lost()}
        </Button>
      )}
      <Link to="/app" className={buttonClass('second')}>
        {m.nav_open_app()}
      </Link>
      <ConfirmCall confirmed={losing} onClose={() => setLosing(undefined)} heading={heading} refresh={refresh} />
    </div>
  )
}
