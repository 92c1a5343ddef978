import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { FormsContext, openForms, useIsAnyForm, type UnsavedForms } from './unsaved-forms.ts'

const load = async () => (await import('./unsaved-question.tsx')).UnsavedQuestion
const UnsavedQuestion = lazyPart(load)

/**
 * Asks before a page with unsaved input is left: within the app by a dialog, on closing the tab by the browser's. A change of
 * search or state of the same page does not ask; after saving, leave by `navigate({ …, ignoreBlocker: true })`.
 */
export function PageForms({ children }: { children: ReactNode }) {
  const [forms] = useState(openForms)
  return (
    <FormsContext value={forms}>
      {children}
      <PageGuard forms={forms} />
    </FormsContext>
  )
}

function PageGuard({ forms }: { forms: UnsavedForms }) {
  const isAny = useIsAnyForm(forms)
  const { status, proceed, reset } = useBlocker({
    disabled: !isAny,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && forms.areChanged(),
    enableBeforeUnload: () => forms.areLostByReload(),
    withResolver: true,
  })
  useEffect(() => {
    // Loaded early, in case the network fails.
    if (isAny) void load().catch(() => undefined)
  }, [isAny])
  const isOpen = status === 'blocked'
  const leave = () => {
    forms.drop()
    proceed?.()
  }
  return isAny && <UnsavedQuestion isOpen={isOpen} onStay={() => reset?.()} onLeave={leave} />
}
