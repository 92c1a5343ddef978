import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { hasOtherBuild, reloadForBuild, setOwnBuild } from '#lib/build-watch.ts'
import { setDraftOwner } from '#lib/saved-drafts.ts'
import { watchChunkLoadErrors } from '#lib/chunk-load-error.ts'
import { toast } from '#ui/toast.ts'

const sayRestored = (): void => void toast({ type: 'info', title: m.draft_restored() })

/**
 * Keeps a page working when the library is updated under it: once the server has answered by another build, the next page
 * is loaded as a document. Drafts that were kept over a reload are put back for the person whose page it is.
 */
export function watchBuild(
  router: AnyRouter,
  queryClient: QueryClient,
  personId: () => string | undefined,
): () => void {
  setOwnBuild(queryClient.getQueryData(settingsQuery.queryKey)?.build ?? '')
  const own = () => setDraftOwner(personId() ?? '', sayRestored)
  own()
  const stops = [
    watchChunkLoadErrors(),
    router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      // By then the address is that of the page that is wanted.
      if (pathChanged && hasOtherBuild()) setTimeout(reloadForBuild)
    }),
    router.subscribe('onResolved', own),
  ]
  return () => stops.forEach((stop) => stop())
}
