import { focusHeading } from './focus-heading.ts'

/** Milliseconds in which a page, a dialog or a list may move the focus by itself. */
const SETTLE = 100

const TOASTS = '[data-sonner-toaster]'

let isKeeping = false

/**
 * From now on a keyboard goes on nearby when what has the focus is removed: at the nearest element around it with
 * `tabIndex={-1}`, else at the page's heading. After a toast it goes on where it was before.
 */
export function keepFocus(): void {
  if (isKeeping) return
  isKeeping = true
  let focused: Element | undefined
  /** The element that had the focus last outside of toasts, and its ancestors. */
  let place: Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLost = () => focused?.isConnected === false && document.activeElement === document.body
  const goOn = () => {
    timer = undefined
    if (!isLost()) return
    // Removing the focused element sends no `focusout`: without it sonner moves the focus back after its last toast.
    document.querySelector(TOASTS)?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    if (isLost() && !place.some(takesFocus)) focusHeading()
  }
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    focused = target
    if (!target.closest(TOASTS)) place = withAncestors(target)
  }
  // Capturing, since toasts stop the event.
  window.addEventListener('focusin', note, true)
  new MutationObserver(() => {
    if (isLost()) timer ??= setTimeout(goOn, SETTLE)
  }).observe(document.body, { childList: true, subtree: true })
}

/** An element and its ancestors, noted while it is in the page: a removed element does not know where it was. */
function withAncestors(element: Element): Element[] {
  const found = [element]
  for (let next = element.parentElement; next; next = next.parentElement) found.push(next)
  return found
}

function takesFocus(element: Element, index: number): boolean {
  if (!(element instanceof HTMLElement) || (index > 0 && element.getAttribute('tabindex') !== '-1')) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
