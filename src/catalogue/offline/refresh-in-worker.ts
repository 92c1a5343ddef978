import { refreshCatalogue, type RefreshOutcome } from './catalogue-store.ts'

/** Milliseconds after which a worker is given up: a large catalogue on a slow connection and an old phone takes two minutes. */
const PATIENCE = 10 * 60_000

/**
 * Refreshes as `refreshCatalogue` does, in a worker: reading and sorting ten thousand books keeps an old phone
 * busy for seconds. On the page itself where there are no module workers, or the script cannot be loaded. Never throws.
 */
export async function refreshInWorker(personId: string): Promise<RefreshOutcome> {
  return (await ask(personId)) ?? refreshCatalogue(personId)
}

/** The worker's answer; undefined if there can be no worker. */
async function ask(personId: string): Promise<RefreshOutcome | undefined> {
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const asked = new Worker(new URL('catalogue-worker.ts', import.meta.url), { type: 'module' })
    worker = asked
    return await new Promise((resolve) => {
      asked.addEventListener('message', ({ data }: MessageEvent<RefreshOutcome>) => resolve(data))
      asked.addEventListener('error', () => resolve(undefined))
      // Storage that never answers would not answer the page either.
      timer = setTimeout(() => resolve({ state: 'unavailable' }), PATIENCE)
      // To a worker there is no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      asked.postMessage(personId)
    })
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    worker?.terminate()
  }
}
