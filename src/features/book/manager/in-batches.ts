import { MANY, type ManyReport } from '../book-edit.schema.ts'

export interface Batches {
  results: ManyReport['results']
  /** Why it stopped early; undefined if it did not, or was aborted. */
  failure?: unknown
}

interface BatchOptions {
  onProgress: (done: number) => void
  /** When aborted, the current batch is finished and no further one is begun. */
  signal: AbortSignal
}

/**
 * Processes any number of books in batches of 100: other requests are served in between, and finished batches stay.
 * Stops at the first failing batch; throws if that is the first one.
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
