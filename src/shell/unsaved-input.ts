let touched: (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[] = []

function note({ target }: Event): void {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  // Searches need no saving, and fields outside forms act at once.
  if (!isField || !target.form || target.form.getAttribute('role') === 'search') return
  touched = [...touched.filter((field) => field.isConnected && field !== target), target]
}

/** Records the fields that the user types in; returns a function that stops it. */
export function noteTyping(): () => void {
  document.addEventListener('input', note, true)
  return () => document.removeEventListener('input', note, true)
}

/** Whether a form on the page has typed input. */
export const isBeingTyped = (): boolean => touched.some((field) => field.isConnected)
