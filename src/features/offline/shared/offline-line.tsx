import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { formatTimeAgo } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { rowActionClass } from '#ui/panel.tsx'
import { showCopy, shownCopy, watchLine } from '../line-state.ts'

/** Milliseconds between attempts to reach the server. */
const INTERVAL = 15_000

/** Says that the page shows the copy of this device, and how old it is. Goes when the server answers again. */
export function OfflineLine({ timeZone }: { timeZone: string }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const shown = useSyncExternalStore(watchLine, shownCopy, () => undefined)
  const isShown = shown !== undefined

  // What came from the copy is asked of the server now.
  const refresh = useEffectEvent(async () => {
    await queryClient.invalidateQueries()
    await router.invalidate()
  })
  useEffect(() => {
    if (!isShown) return undefined
    const attempt = () => {
      if (document.visibilityState === 'visible') void tryAgain()
    }
    const timer = setInterval(attempt, INTERVAL)
    addEventListener('online', attempt)
    document.addEventListener('visibilitychange', attempt)
    return () => {
      clearInterval(timer)
      removeEventListener('online', attempt)
      document.removeEventListener('visibilitychange', attempt)
      void refresh()
    }
  }, [isShown])

  return (
    <div role="status" className="print:hidden">
      {shown && (
        <p className="flex items-center justify-center gap-x-3 border-b border-line bg-surface px-4 text-[0.8125rem] text-muted">
          <span className="min-w-0 py-1.5">
            {shown.since.getTime() - shown.refreshedAt.getTime() < 60_000
              ? m.offline_line_now()
              : m.offline_line({ when: formatTimeAgo(shown.refreshedAt, shown.since, timeZone) })}
          </span>
          <button type="button" className={rowActionClass} onClick={() => void tryAgain()}>
            {m.common_try_again()}
          </button>
        </p>
      )}
    </div>
  )
}

/** Asks the server, and leaves the copy if it answers. */
async function tryAgain(): Promise<void> {
  if (await isServerThere()) showCopy(undefined)
}

const isServerThere = (): Promise<boolean> =>
  fetch('/api/health/ready', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
