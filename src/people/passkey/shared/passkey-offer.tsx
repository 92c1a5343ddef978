import { useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { CloseButton } from '#base/ui/dialog/close-button.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { AddPasskey } from '../add-passkey.tsx'
import { dismissPasskeyOffer, passkeyOfferQuery } from '../passkey-edit.data.ts'
import { useCanUsePasskeys } from '../use-can-use-passkeys.ts'

/** Offers a passkey to a manager who has none, until it is dismissed, once and for all browsers. */
export function PasskeyOffer() {
  const queryClient = useQueryClient()
  const { data: isOffered } = useQuery(passkeyOfferQuery)
  const canUse = useCanUsePasskeys(true)
  // Gone at once; when the call fails, it is offered again at the next visit.
  const hide = () => queryClient.setQueryData(passkeyOfferQuery.queryKey, false)
  const { run } = useAction(() => dismissPasskeyOffer(), {})
  if (!isOffered || !canUse) return null
  return (
    <aside aria-label={m.passkey_offer_title()} className={`${panelClass} mt-4 flex items-start justify-between gap-3`}>
      <div className="min-w-0">
        <h2 className="text-base">{m.passkey_offer_title()}</h2>
        <p className="mt-1 max-w-prose text-[0.8125rem] text-pretty text-muted">{m.passkey_offer_text()}</p>
        <AddPasskey look="second" className="mt-3" onAdded={async () => hide()} />
      </div>
      <CloseButton
        label={m.passkey_offer_close()}
        className="-me-3 -mt-2.5"
        onClick={() => {
          hide()
          void run()
        }}
      />
    </aside>
  )
}
