let touched: (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[] = []

function note({ target }: Event): void {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  // A search is no loss, and what stands outside of a form acts at once.
  if (!isField || !target.form || target.form.getAttribute('role') === 'search') return
  touched = [...touched.filter((field) => field.isConnected && field !== target), target]
}

/** Notes what a person types; answers how to stop. */
export function noteTyping(): () => void {
  document.addEventListener('input', note, true)
  return () => document.removeEventListener('input', note, true)
}

/** Whether a form on the page holds something that a person has typed there. */
export const isBeingTyped = (): boolean => touched.some((field) => field.isConnected)
