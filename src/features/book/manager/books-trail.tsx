import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The page was opened from its list, which stands one step back as it was left. */
    isFromList?: boolean | undefined
  }
}

/** Leads to the list as it was left, where that is one step back; else to its top. Done when it is there. */
export function useToBooks(): () => Promise<void> {
  const router = useRouter()
  const isFromList = useLocation({ select: ({ state }) => state.isFromList === true })
  return async () => {
    if (!isFromList) return router.navigate({ to: '/manager/books' })
    const { promise, resolve } = Promise.withResolvers<void>()
    const leave = router.subscribe('onRendered', () => {
      leave()
      resolve()
    })
    router.history.back()
    return promise
  }
}

/** The way back up to the books, before a page's title. */
export function BooksTrail() {
  const toBooks = useToBooks()
  return (
    <>
      <Link
        to="/manager/books"
        className="-ms-2 inline-flex min-h-11 items-center rounded-sm px-2 text-muted hover:text-ink"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void toBooks()
        }}
      >
        {m.nav_books()}
      </Link>
      <Icon name="chevron" className="-ms-3 size-4 text-muted" />
    </>
  )
}
