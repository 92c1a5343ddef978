const STORE = 'single-keys'

/**
 * Whether keys without a modifier do something outside of fields (`/`, `n`, `x`, `?`). Whoever speaks to the computer can
 * switch them off (WCAG 2.2, 2.1.4).
 */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORE) !== 'off'
  } catch {
    return true
  }
}

/** Switches them on or off in this browser. */
export function setSingleKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(STORE)
    else localStorage.setItem(STORE, 'off')
  } catch {
    // No storage: they stay on.
  }
}

/** Where a key belongs to what has the focus: a field, a list to choose from, a dialog. */
const TAKEN = [
  'input:not([type=checkbox], [type=radio])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  'dialog',
  ...['dialog', 'alertdialog', 'menu', 'listbox', 'combobox', 'grid', 'slider'].map((role) => `[role=${role}]`),
].join(',')

/** Whether a press is for the page: not typed into something, and no browser's or system's short-cut. */
export function isForPage({ target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return false
  return target instanceof Element && !target.closest(TAKEN)
}
