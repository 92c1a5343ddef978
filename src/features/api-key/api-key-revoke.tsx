import { useState, type RefObject } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { toast } from '#ui/toast.ts'
import { useClosing } from '#ui/use-closing.ts'
import { revokeApiKey, useRefreshApiKeys } from './api-key.data.ts'
import type { ApiKey } from './api-key.schema.ts'

interface RevokeApiKeyProps {
  apiKey: ApiKey | undefined
  onClose: () => void
  /** Has the focus afterwards: the button that opened it is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Ends one of my keys, after asking; open while there is one. */
export function RevokeApiKey({ apiKey, onClose, heading }: RevokeApiKeyProps) {
  const refresh = useRefreshApiKeys()
  const [isBusy, setIsBusy] = useState(false)
  // Its name still stands there while the dialog goes.
  const [last, setLast] = useState(apiKey)
  if (apiKey && apiKey !== last) setLast(apiKey)
  const { lastFocus, close } = useClosing(onClose)

  const revoke = async (id: string) => {
    setIsBusy(true)
    try {
      await revokeApiKey({ data: { id } }).catch((thrown: unknown) => {
        // It has ended meanwhile, as was wanted.
        if (fromThrown(thrown).code !== 'NOT_FOUND') throw thrown
      })
      await refresh()
      void toast({ type: 'success', title: m.account_key_revoked() })
      close(heading.current)
    } catch (thrown) {
      toastFailure(m.account_key_revoke_failed(), thrown)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isDanger
      isOpen={apiKey !== undefined}
      onClose={() => close()}
      lastFocus={lastFocus}
      title={m.account_key_revoke_title({ name: last?.name ?? '' })}
      text={m.account_key_revoke_text()}
      action={m.account_key_revoke()}
      isBusy={isBusy}
      onConfirm={() => last && void revoke(last.id)}
    />
  )
}
