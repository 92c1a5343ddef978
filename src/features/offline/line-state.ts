const listeners = new Set<() => void>()
let shown: Date | undefined

/** When the copy that the page shows was refreshed; undefined while the server answers. */
export const shownCopy = (): Date | undefined => shown

/** Says that answers come from a copy of this time, or from the server again. */
export function showCopy(refreshedAt: Date | undefined): void {
  if (shown?.getTime() === refreshedAt?.getTime()) return
  shown = refreshedAt
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export function watchLine(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}
