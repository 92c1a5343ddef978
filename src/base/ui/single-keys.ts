const STORE = 'single-keys'

/**
 * Whether single-key shortcuts (`/`, `n`, `x`, `?`) are on. Users of speech input can switch them off (WCAG 2.2,
 * 2.1.4).
 */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORE) !== 'off'
  } catch {
    return true
  }
}

/** Switches single keys on or off in this browser. */
export function setSingleKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(STORE)
    else localStorage.setItem(STORE, 'off')
  } catch {
    // Storage is unavailable: single keys stay on.
  }
}

/** Focused elements that handle keys themselves: fields, lists, dialogs. */
const TAKEN = [
  'input:not([type=checkbox], [type=radio])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  'dialog',
  ...['dialog', 'alertdialog', 'menu', 'listbox', 'combobox', 'grid', 'slider'].map((role) => `[role=${role}]`),
].join(',')

/** Whether a key press is for the page: not typed into an element, and no shortcut of browser or system. */
export function isForPage({ target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return false
  return target instanceof Element && !target.closest(TAKEN)
}
