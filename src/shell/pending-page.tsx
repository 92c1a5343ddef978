import { m } from '#i18n/paraglide/messages.js'
import { Skeleton } from '#ui/skeleton.tsx'

/** A page that takes longer than a second to come: its outline. */
export function PendingPage() {
  return (
    <main id="content" aria-busy="true" className="mx-auto w-full max-w-6xl px-5 py-6">
      <span className="sr-only" role="status">
        {m.common_loading()}
      </span>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="mt-5 h-12 w-full max-w-2xl" />
      <div className="mt-8 grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-6">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="aspect-2/3 w-full" />
        ))}
      </div>
    </main>
  )
}
