/** The look of a bar; on paper it is black. */
export const bar =
  'bg-accent forced-color-adjust-none print:bg-ink print:[print-color-adjust:exact] forced-colors:bg-[CanvasText]'

/** The look of a bar of the year before. */
export const barBefore =
  'bg-[color-mix(in_oklch,var(--accent)_32%,var(--raised))] forced-color-adjust-none print:bg-[#bbb] print:[print-color-adjust:exact] forced-colors:bg-[GrayText]'

/** A table that says what bars show: for screen readers, and on paper. */
export const afterBars = 'sr-only print:not-sr-only'

/** A column of numbers: on a phone they break where letters are so large that they would be wider than the page. */
export const numberCell = 'ps-1.5 sm:ps-3 sm:whitespace-nowrap max-sm:[overflow-wrap:anywhere]'
