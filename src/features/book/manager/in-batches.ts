import { MANY, type ManyReport } from '../book-edit.schema.ts'

export interface Batches {
  results: ManyReport['results']
  /** Why it stopped before the end; undefined when it did not, or was told to. */
  failure?: unknown
}

interface BatchOptions {
  onProgress: (done: number) => void
  /** Once aborted, the batch at hand is finished and no other begun. */
  signal: AbortSignal
}

/**
 * Does something to any number of books, 100 at a time: others are served meanwhile, and what is done stays done. Stops
 * at the first batch that fails; throws when that is the first of all, for then nothing was done.
 */
export async function inBatches(
  ids: readonly string[],
  act: (ids: string[]) => Promise<ManyReport>,
  { onProgress, signal }: BatchOptions,
): Promise<Batches> {
  const results: ManyReport['results'] = []
  for (let from = 0; from < ids.length && !signal.aborted; from += MANY) {
    try {
      results.push(...(await act(ids.slice(from, from + MANY))).results)
    } catch (failure) {
      if (results.length === 0) throw failure
      return { results, failure }
    }
    onProgress(results.length)
  }
  return { results }
}
