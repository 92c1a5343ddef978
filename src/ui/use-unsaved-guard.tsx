import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { areDraftsKept } from '#lib/kept-drafts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

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
    enableBeforeUnload: () => isDirty && !(isKept && areDraftsKept()),
    withResolver: true,
  })
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The dialog must be there also when the network is gone.
    if (isDirty) void import('./dialog-frame.tsx').catch(() => undefined)
  }, [isDirty])
  return (
    <Dialog
      isAlert
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      title={m.unsaved_title()}
      description={m.unsaved_text()}
      closeLabel={m.common_close()}
      firstFocus={stay}
    >
      {/* What loses nothing comes first. */}
      <Button ref={stay} onClick={() => reset?.()}>
        {m.unsaved_stay()}
      </Button>
      <Button look="second" onClick={() => proceed?.()}>
        {m.unsaved_leave()}
      </Button>
    </Dialog>
  )
}
