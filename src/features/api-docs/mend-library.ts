/** What the library leaves without a name, or out of reach of the keyboard: mended as it comes, for as long as the page is open. */
export function mendLibrary(element: HTMLElement): void {
  mend(element)
  new MutationObserver(() => mend(element)).observe(element, { childList: true, subtree: true })
}

function mend(element: HTMLElement): void {
  element.querySelector('.close-modal:not([aria-label])')?.setAttribute('aria-label', 'Close')
  for (const code of element.querySelectorAll('pre.microlight:not([tabindex])')) code.setAttribute('tabindex', '0')
  for (const select of element.querySelectorAll('select:not([aria-label], [id], [aria-labelledby])')) {
    const parameter = select.closest('tr')?.dataset.paramName
    select.setAttribute('aria-label', parameter ?? 'Examples')
  }
}
