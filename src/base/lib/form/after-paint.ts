/** Milliseconds after which nothing is waited for any more: a hidden page is not painted. */
const LONGEST = 50

/** Resolves when what has changed so far was painted; at once where nothing is painted, as on a server. */
export function afterPaint(): Promise<void> {
  if (typeof requestAnimationFrame === 'undefined') return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
