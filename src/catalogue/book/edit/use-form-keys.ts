import { useEffect, useEffectEvent } from 'react'

interface FormKeys {
  /** Ctrl or ⌘ with Shift and Enter; without Shift it saves every form (shell/submit-key.ts). */
  onSaveAnother: () => void
  /** Escape, unless it closes something. */
  onLeave: () => void
}

/** Shortcuts of a form page, wherever the focus is; a dialog over it has its own. */
export function useFormKeys({ onSaveAnother, onLeave }: FormKeys): void {
  const pressEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isElsewhere(event)) return
    // After the event: the question whether to leave would take the same key as its own, and close.
    if (document.activeElement?.getAttribute('aria-expanded') !== 'true') setTimeout(onLeave)
  })
  const pressEnter = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey) || isElsewhere(event)) return
    event.preventDefault()
    onSaveAnother()
  })
  useEffect(() => {
    const escape = (event: KeyboardEvent) => pressEscape(event)
    const enter = (event: KeyboardEvent) => pressEnter(event)
    // In the capture phase, before the same key closes something.
    window.addEventListener('keydown', escape, true)
    // In the bubbling phase, after the field has handled the key.
    window.addEventListener('keydown', enter)
    return () => {
      window.removeEventListener('keydown', escape, true)
      window.removeEventListener('keydown', enter)
    }
  }, [])
}

/** The key repeats, is part of a composition, or belongs to a dialog. */
const isElsewhere = (event: KeyboardEvent): boolean =>
  event.isComposing || event.repeat || document.querySelector('[role=dialog], [role=alertdialog]') !== null
