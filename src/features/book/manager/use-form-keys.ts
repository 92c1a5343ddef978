import { useEffect, useEffectEvent } from 'react'

interface FormKeys {
  /** Ctrl or ⌘ with Enter. */
  onSave: () => void
  /** The same with Shift. */
  onSaveAnother?: () => void
  /** Escape, where it closes nothing. */
  onLeave: () => void
}

/** The keys of a form that is a page, wherever its focus is; a dialog over it has its own. */
export function useFormKeys({ onSave, onSaveAnother = onSave, onLeave }: FormKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.repeat || document.querySelector('[role=dialog], [role=alertdialog]')) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (event.shiftKey) onSaveAnother()
      else onSave()
    } else if (event.key === 'Escape' && document.activeElement?.getAttribute('aria-expanded') !== 'true') onLeave()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    // Before anybody closes something by the same key.
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}
