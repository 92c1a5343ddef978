import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { localError } from '#base/errors/local-error.ts'
import { Button } from '#base/ui/button.tsx'
import type { Installation } from '#kit/installation/installation.schema.ts'
import type { Me } from '#kit/me/me.schema.ts'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useConnectionLost } from '#base/ui/state/use-connection-lost.ts'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import type { RefreshOutcome } from '../catalogue-store.ts'
import { MOST_BOOKS } from '../catalogue-wire.ts'
import { offlineCatalogueQuery, type OfflineState } from '../offline.data.ts'
import { declineOffline } from '#kit/offline/shared/offline-mark.ts'
import { offlineOwnerOf, type OfflineOwner } from './offline-owner.ts'
import { canStoreOfflineCatalogue, eraseOfflineCatalogue, storeOfflineCatalogue } from './store-offline-catalogue.ts'

interface OfflinePanelProps {
  owner: OfflineOwner
  timeZone: string
}

/** The panel of the account about the books on this device; nothing for users whose device keeps none, as while impersonating. */
export function OfflineBooks({ me, build }: { me: Me; build: Installation }) {
  const owner = offlineOwnerOf(me, build.build)
  return owner && <OfflinePanel owner={owner} timeZone={build.timeZone} />
}

/** The books on this device: how many and how old, to keep, to remove. Nothing where a browser cannot keep any. */
export function OfflinePanel({ owner, timeZone }: OfflinePanelProps) {
  const canKeep = useInBrowser(canStoreOfflineCatalogue, false)
  const { data, refetch } = useQuery({ ...offlineCatalogueQuery(owner.personId), enabled: canKeep })
  const [outcome, setOutcome] = useState<RefreshOutcome>()
  const [isConfirming, setIsConfirming] = useState(false)
  const isLost = useConnectionLost() !== undefined
  const keep = useAction(
    async () => {
      const result = await storeOfflineCatalogue(owner)
      if (result.state === 'unavailable' && isLost) throw localError('NETWORK')
      if (result.state === 'no-room')
        return void toast({ type: 'error', title: m.offline_failed(), description: m.offline_no_room() })
      if (result.state === 'unavailable' || result.state === 'refused') throw new Error(result.state)
      setOutcome(result)
      await refetch()
    },
    { failure: m.offline_failed() },
  )
  const remove = useAction(
    async () => {
      declineOffline()
      await eraseOfflineCatalogue()
      setIsConfirming(false)
      setOutcome(undefined)
      await refetch()
      void toast({ type: 'success', title: m.offline_removed() })
    },
    { failure: m.offline_failed() },
  )
  if (!canKeep || data === undefined) return null
  const action = data ? remove : keep
  // Asks first without a connection: the books cannot be fetched again then.
  const press = () => (data && isLost ? setIsConfirming(true) : void action.run())
  return (
    <Panel className="mt-4" title={m.offline_title()}>
      <p className="text-[0.8125rem] text-pretty text-muted">{m.offline_explained()}</p>
      <p className="mt-2">{stateWords(data, outcome, timeZone)}</p>
      {outcome?.state !== 'too-large' && (
        <Button look="second" className="mt-3 max-sm:w-full" isBusy={action.isBusy} onClick={press}>
          {data ? m.offline_remove() : m.offline_keep()}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={m.offline_remove_title()}
        text={m.offline_remove_text()}
        action={m.offline_remove()}
        isBusy={remove.isBusy}
        isDanger
        onConfirm={() => void remove.run()}
      />
    </Panel>
  )
}

function stateWords(stored: OfflineState | null, outcome: RefreshOutcome | undefined, timeZone: string): string {
  if (stored) {
    const { count, refreshedAt } = stored
    return m.offline_kept({ count, shown: formatNumber(count), when: formatDateTime(refreshedAt, timeZone) })
  }
  return outcome?.state === 'too-large' ? m.offline_too_large({ most: formatNumber(MOST_BOOKS) }) : m.offline_off()
}
