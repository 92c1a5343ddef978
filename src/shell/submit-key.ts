// Open dialogs, without one that is closing.
const DIALOGS = ':is([role=dialog], [role=alertdialog]):not([data-ending-style])'
const FORMS = 'form:not([role=search])'

/** Ctrl or ⌘ with Enter submits the form of the open dialog, else the focused form, else the page's only one. */
export function watchSubmitKey(): () => void {
  // In the bubbling phase, after the field has handled the key.
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}

function press(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
  if (event.isComposing || event.repeat) return
  const form = formAt(event.target)
  if (!form) return
  event.preventDefault()
  form.requestSubmit()
}

function formAt(target: EventTarget | null): HTMLFormElement | undefined {
  const dialog = [...document.querySelectorAll(DIALOGS)].at(-1)
  const own = target instanceof Element ? target.closest<HTMLFormElement>(FORMS) : null
  if (own && (!dialog || dialog.contains(own))) return own
  const forms = (dialog ?? document.querySelector('main'))?.querySelectorAll<HTMLFormElement>(FORMS) ?? []
  return forms.length === 1 ? forms[0] : undefined
}
