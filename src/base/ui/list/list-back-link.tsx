import { Link, useLocation, useNavigate, useRouter, type LinkProps } from '@tanstack/react-router'
import { Icon } from '#base/ui/icon.tsx'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The page was opened from its list, which stands one step back as it was left. */
    isFromList?: boolean | undefined
    /** The form was opened from the page of what it changes, which stands one step back. */
    isFromDetail?: boolean | undefined
    /** The card that was scanned, or the name that was typed: of a new borrower, or of whom the desk opens. */
    borrower?: { card: string } | { name: string } | undefined
  }
}

/** The address of a list. */
export type ListAddress = NonNullable<LinkProps['to']>

interface StepOptions {
  /** Leaves also what is not saved. */
  ignoreBlocker?: boolean
}

/** One step back in history, to the page as it was left. Done when that page is there. */
export function useStepBack(): (options?: StepOptions) => Promise<void> {
  const router = useRouter()
  return (options) => {
    const rendered = new Promise<void>((resolve) => {
      const leave = router.subscribe('onRendered', () => {
        leave()
        resolve()
      })
    })
    router.history.back(options)
    return rendered
  }
}

/** Leads to a list as it was left, where that is one step back; else to its top. Done when it is there. */
export function useBackToList(to: ListAddress): () => Promise<void> {
  const navigate = useNavigate()
  const stepBack = useStepBack()
  const isFromList = useLocation({ select: ({ state }) => state.isFromList === true })
  return () => (isFromList ? stepBack() : navigate({ to }))
}

/** The way back up to the list that a page belongs to, before the page's title. */
export function ListBackLink({ to, label }: { to: ListAddress; label: string }) {
  const toList = useBackToList(to)
  return (
    <>
      <Link
        to={to}
        className="-ms-2 inline-flex min-h-11 items-center rounded-sm px-2 text-muted hover:text-ink"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void toList()
        }}
      >
        {label}
      </Link>
      <Icon name="chevron" className="-ms-3 size-4 text-muted" />
    </>
  )
}
