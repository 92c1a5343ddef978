import { useEffect, useEffectEvent } from 'react'

interface FormKeys {
  /** Ctrl or ⌘ with Shift and Enter; without Shift it saves every form (shell/submit-key.ts). */
  onSaveAnother: () => void
  /** Escape, where it closes nothing. */
  onLeave: () => void
}

/** The keys of a form that is a page, wherever its focus is; a dialog over it has its own. */
export function useFormKeys({ onSaveAnother, onLeave }: FormKeys): void {
  const pressEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isElsewhere(event)) return
    if (document.activeElement?.getAttribute('aria-expanded') !== 'true') onLeave()
  })
  const pressEnter = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey) || isElsewhere(event)) return
    event.preventDefault()
    onSaveAnother()
  })
  useEffect(() => {
    const escape = (event: KeyboardEvent) => pressEscape(event)
    const enter = (event: KeyboardEvent) => pressEnter(event)
    // Before anybody closes something by the same key.
    window.addEventListener('keydown', escape, true)
    // After the field has taken what was typed in it.
    window.addEventListener('keydown', enter)
    return () => {
      window.removeEventListener('keydown', escape, true)
      window.removeEventListener('keydown', enter)
    }
  }, [])
}

/** The key is held down, composes a word, or is a dialog's. */
const isElsewhere = (event: KeyboardEvent): boolean =>
  event.isComposing || event.repeat || document.querySelector('[role=dialog], [role=alertdialog]') !== null
