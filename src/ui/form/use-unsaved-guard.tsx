import { useBlocker } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { areDraftsSaved } from '#lib/saved-drafts.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'

interface Guarding {
  /** What was typed is kept where the page is loaded anew for an update (`useKeptDraft`): that asks nothing. */
  isKept?: boolean
}

/**
 * Asks before a page with unsaved changes is left: inside the app by the dialog that it answers, on closing the tab
 * by the browser's own. Another search or state of the same page asks nothing; whoever has saved leaves by
 * `navigate({ …, ignoreBlocker: true })`.
 */
export function useUnsavedGuard(isDirty: boolean, { isKept = false }: Guarding = {}): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty && !(isKept && areDraftsSaved()),
    withResolver: true,
  })
  useEffect(() => {
    // The dialog must be there also when the network is gone.
    if (isDirty) void import('#ui/dialog-frame.tsx').catch(() => undefined)
  }, [isDirty])
  return <UnsavedQuestion isOpen={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />
}
