import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { formatTimeAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { checkConnection, followConnection } from '#base/lib/connection/check-connection.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useConnectionLost } from '#base/ui/state/use-connection-lost.ts'
import { openOfflineCatalogue } from './open-offline-catalogue.ts'
import { mayHaveOfflineCatalogue, watchOfflineMark } from '#kit/offline/shared/offline-mark.ts'

/** What is said while the connection is lost. */
interface Said {
  since: Date
  /** When the offline catalogue was refreshed; undefined without one. */
  refreshedAt: Date | undefined
}

/** Says that there is no connection, and how old the books are that are shown. Goes when the server answers again. */
export function OfflineBanner({ timeZone }: { timeZone: string }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const since = useConnectionLost()
  // The person may remove the books meanwhile.
  const mayHave = useSyncExternalStore(watchOfflineMark, mayHaveOfflineCatalogue, () => false)
  const [said, setSaid] = useState<Said>()

  useEffect(followConnection, [])
  // What came from the offline catalogue is asked of the server now.
  const refresh = useEffectEvent(async () => {
    // A next page that was asked for since is not cut off: the press would be lost.
    const lists = queryClient.getQueryCache().getAll()
    await Promise.allSettled(lists.map(({ state, promise }) => state.fetchMeta?.fetchMore && promise))
    await queryClient.invalidateQueries()
    await router.invalidate()
  })
  useEffect(() => {
    if (!since) return
    const opened = mayHave ? openOfflineCatalogue() : Promise.resolve(undefined)
    void opened.then((catalogue) => setSaid({ since, refreshedAt: catalogue?.refreshedAt }))
  }, [since, mayHave])
  useEffect(() => since && (() => void refresh()), [since])

  return (
    <div role="status" className="print:hidden">
      {said && said.since === since && (
        <p className="flex items-center justify-center gap-x-3 border-b border-line bg-surface px-4 text-[0.8125rem] text-muted">
          <span className="min-w-0 py-1.5">{words(said, timeZone)}</span>
          <button type="button" className={rowActionClass} onClick={() => void checkConnection()}>
            {m.common_try_again()}
          </button>
        </p>
      )}
    </div>
  )
}

function words({ since, refreshedAt }: Said, timeZone: string): string {
  if (!refreshedAt) return m.offline_banner_alone()
  if (since.getTime() - refreshedAt.getTime() < 60_000) return m.offline_banner_now()
  return m.offline_banner({ when: formatTimeAgo(refreshedAt, since, timeZone) })
}
