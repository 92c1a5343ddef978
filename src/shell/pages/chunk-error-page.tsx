import { useEffect, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { fetchBuildState, reloadForBuild, reloadPage, type BuildState } from '#base/lib/connection/build-watch.ts'
import { Button } from '#base/ui/button.tsx'
import { MessagePage } from './message-page.tsx'
import { PendingPage } from './pending-page.tsx'
import { useWhenOnline } from '../use-when-online.ts'

/** Milliseconds until Try Again reloads the route (section 9 of the specification). */
export const TRY_AGAIN_DELAY = 600

const TEXTS: Record<BuildState, () => string> = {
  same: m.error_FILE_LOST,
  other: m.error_NEW_BUILD,
  unreachable: m.error_NETWORK,
}

const isReloading = (found: BuildState): boolean => found === 'other' && reloadForBuild()

/**
 * Replaces a part of the page whose chunk could not be loaded. Reloads the page once if the server runs another build;
 * otherwise says why: no network, or a chunk that fails although the server answers.
 */
export function ChunkErrorPage() {
  const [state, setState] = useState<BuildState>()
  const [isBusy, setIsBusy] = useState(false)

  const checkBuild = async () => {
    const found = await fetchBuildState()
    if (!isReloading(found)) setState(found)
    return found
  }
  useEffect(() => {
    let isThere = true
    const ask = async () => {
      const found = await fetchBuildState()
      if (isThere && !isReloading(found)) setState(found)
    }
    void ask()
    return () => {
      isThere = false
    }
  }, [])

  const retry = () => {
    setIsBusy(true)
    setTimeout(async () => {
      // The browser caches a failed import, so only a reload of the page retries it. Without a network the page stays.
      if (state !== 'unreachable' || (await checkBuild()) === 'same') reloadPage()
      setIsBusy(false)
    }, TRY_AGAIN_DELAY)
  }
  useWhenOnline(() => {
    if (!isBusy) retry()
  })
  if (state === undefined) return <PendingPage />
  const isOffline = state === 'unreachable' && !navigator.onLine
  return (
    <MessagePage
      title={isOffline ? m.page_offline_title() : state === 'other' ? m.page_new_build_title() : m.page_unknown_title()}
      text={isOffline ? m.page_offline_text() : TEXTS[state]()}
      action={
        <Button isBusy={isBusy} onClick={retry}>
          {state === 'unreachable' ? m.common_try_again() : m.page_reload()}
        </Button>
      }
    />
  )
}
