/** A copy that the page shows. */
interface ShownCopy {
  /** When it was refreshed. */
  refreshedAt: Date
  /** Since when the page shows it. */
  since: Date
}

const listeners = new Set<() => void>()
let shown: ShownCopy | undefined

/** The copy that the page shows; undefined while the server answers. */
export const shownCopy = (): ShownCopy | undefined => shown

/** Says that answers come from a copy of this time, or from the server again. */
export function showCopy(refreshedAt: Date | undefined): void {
  if (shown?.refreshedAt.getTime() === refreshedAt?.getTime()) return
  shown = refreshedAt && { refreshedAt, since: new Date() }
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export function watchLine(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}
