import { fold } from '#base/lib/search/fold.ts'
import { authorsOf } from '../shared/book-author.ts'

/** Books of the row 'new', and so many batches at most. */
export const NEW_COUNT = 12
/** How many of a batch are looked at: its newest. */
export const BATCH_SIZE = 50
/** Milliseconds: what was added within one hour of the clock, by an import or by hand, is a batch. */
export const BATCH_SPAN = 3_600_000

/**
 * The new books to show, of batches with the newest first: from each batch in turn, so that one import does not fill the
 * row, and of an author another one only when there is nobody else.
 */
export function spreadNew<T extends { author: string }>(batches: readonly (readonly T[])[]): T[] {
  const taken = new Set<T>()
  const authors = new Set<string>()
  const nextOf = (batch: readonly T[], mayRepeat: boolean) =>
    batch.find((one) => !taken.has(one) && (mayRepeat || !authors.has(nameOf(one))))
  for (const mayRepeat of [false, true]) {
    let isFound = true
    while (isFound) {
      isFound = false
      for (const batch of batches) {
        const next = taken.size < NEW_COUNT ? nextOf(batch, mayRepeat) : undefined
        if (!next) continue
        isFound = true
        taken.add(next)
        authors.add(nameOf(next))
      }
    }
  }
  return [...taken]
}

const nameOf = ({ author }: { author: string }): string => fold(authorsOf(author)[0] ?? '')
