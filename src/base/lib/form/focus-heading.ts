/** Focuses the page's heading, where a screen reader starts; without a focus ring, since it is not a control. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}
