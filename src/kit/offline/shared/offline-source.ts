import type { Filling } from '../../slot.tsx'

/** What a subject reads of this device where the server does not answer: which floor keeps it is not known to the subject. */
export interface OfflineSource<Kept> {
  /** Opens what is kept; undefined where nothing is. */
  open: () => Promise<Kept | undefined>
  /** What keeps it, for the list of a slice. */
  with: (open: () => Promise<Kept | undefined>) => Filling
}

/** Creates a source that keeps nothing until a slice says what does. `Kept` is how it is read. */
export function createOfflineSource<Kept>(): OfflineSource<Kept> {
  const source: OfflineSource<Kept> = {
    open: async () => undefined,
    with: (open) => ({ add: () => void (source.open = open), preload: async () => undefined }),
  }
  return source
}
