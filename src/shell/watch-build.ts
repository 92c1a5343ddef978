import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { hasOtherBuild, reloadForBuild, setOwnBuild } from '#base/lib/connection/build-watch.ts'
import { setDraftOwner } from '#base/lib/form/saved-drafts.ts'
import { watchChunkLoadErrors } from '#base/lib/connection/chunk-load-error.ts'
import { toast } from '#base/ui/toast/toast.tsx'

const sayRestored = (): void => void toast({ type: 'info', title: m.draft_restored() })

/**
 * Keeps a page working after an update of the server: once a response names another build, the next navigation loads a
 * document. Drafts saved over the reload are restored for the page's user.
 */
export function watchBuild(
  router: AnyRouter,
  queryClient: QueryClient,
  personId: () => string | undefined,
): () => void {
  setOwnBuild(queryClient.getQueryData(installationQuery.queryKey)?.build ?? '')
  const own = () => setDraftOwner(personId() ?? '', sayRestored)
  own()
  const stops = [
    watchChunkLoadErrors(),
    router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      // The timeout lets the URL change to the requested page first.
      if (pathChanged && hasOtherBuild()) setTimeout(reloadForBuild)
    }),
    router.subscribe('onResolved', own),
  ]
  return () => stops.forEach((stop) => stop())
}
