import { createFileRoute, Navigate } from '@tanstack/react-router'
import { PendingPage } from '#shell/pages/pending-page.tsx'
import { useInBrowser } from '#base/ui/use-in-browser.ts'

/**
 * The frame of the reader area around an outline, which the service worker shows in place of any page that cannot be
 * loaded (base/lib/connection/shell-cache.ts). The browser then loads what belongs to the address, from the offline catalogue.
 */
export const Route = createFileRoute('/app/offline')({ component: Shell })

function Shell() {
  const isInBrowser = useInBrowser(() => true, false)
  return (
    <div data-shell>
      <PendingPage />
      {/* Opened by its own address the shell has nothing to show. */}
      {isInBrowser && <Navigate to="/app" replace />}
    </div>
  )
}
