import { useSuspenseQuery } from '@tanstack/react-query'
import { m } from '#i18n/paraglide/messages.js'
import { ListBackLink } from '#ui/list/list-back-link.tsx'
import { ShelfDetails } from '../shelf-details.tsx'
import { shelfQuery } from '../shelf.data.ts'

/** A shelf, for readers. */
export function ShelfPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: shelf } = useSuspenseQuery(shelfQuery(id))
  return (
    <main id="content" className="mx-auto w-full max-w-6xl px-5 pt-2 md:px-6">
      <ListBackLink to="/app/shelves" label={m.shelf_list()} />
      <h1 dir="auto" className="mt-2 mb-6 text-[1.75rem] leading-tight break-words md:text-4xl">
        {shelf.name}
      </h1>
      <ShelfDetails shelf={shelf} timeZone={timeZone} />
    </main>
  )
}
