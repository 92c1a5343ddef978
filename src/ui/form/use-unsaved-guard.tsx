import { useBlocker } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { areDraftsSaved } from '#lib/form/saved-drafts.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'

interface Guarding {
  /** Whether the draft is saved over a reload after an update (`useSavedDraft`), which then needs no question. */
  isSaved?: boolean
}

/**
 * Asks before a page with unsaved changes is left: within the app by the returned dialog, on closing the tab by the
 * browser's. A change of search or state of the same page does not ask; after saving, leave by `navigate({ …,
 * ignoreBlocker: true })`.
 */
export function useUnsavedGuard(isDirty: boolean, { isSaved = false }: Guarding = {}): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty && !(isSaved && areDraftsSaved()),
    withResolver: true,
  })
  useEffect(() => {
    // Loads the dialog early, in case the network fails.
    if (isDirty) void import('#ui/dialog/dialog-frame.tsx').catch(() => undefined)
  }, [isDirty])
  return <UnsavedQuestion isOpen={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />
}
