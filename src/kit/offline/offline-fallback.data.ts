import { fromThrown, localError } from '#base/errors/local-error.ts'
import { checkConnection } from '#base/lib/connection/check-connection.ts'
import { connectionLostSince, noteAnswer, noteLost } from '#base/lib/connection/connection.ts'
import { ANSWER_PATIENCE, isWithoutAnswer } from '#base/lib/connection/without-answer.ts'
import type { OfflineSource } from './shared/offline-source.ts'

/** The answer of this device alone, as to the next page of a list that it has begun. NETWORK where it keeps nothing. */
export async function readOffline<Kept, T>(
  source: OfflineSource<Kept>,
  read: (kept: Kept) => T | undefined,
): Promise<T> {
  const kept = await source.open()
  const value = kept && read(kept)
  if (value === undefined) throw localError('NETWORK')
  return value
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface Sooner<T> {
  /** Milliseconds after which this device answers for now, while the server is waited for. */
  after: number
  /** Called with the answer of the server if that comes after this device has answered. */
  onAnswer: (value: T) => void
}

/**
 * The answer of the server; that of this device if the server cannot be reached or takes too long, and at
 * once while the connection is known to be lost. `read` returns undefined for what it does not hold: the server's
 * answer counts then, or its error. NETWORK if it does not come.
 */
export async function withOfflineFallback<Kept, T>(
  source: OfflineSource<Kept>,
  call: () => Promise<T>,
  read: (kept: Kept) => T | undefined | Promise<T>,
  sooner?: Sooner<T>,
): Promise<T> {
  if (typeof document === 'undefined') return call()
  const readStored = async (): Promise<T | undefined> => {
    const kept = await source.open()
    return kept && read(kept)
  }
  const known = connectionLostSince() && (await readStored())
  if (known !== undefined) return known
  let isSettled = false
  const settle = () => (isSettled = true)
  const whenAnswered = (value: T): T => {
    settle()
    noteAnswer()
    return value
  }
  const whenFailed = async (cause: unknown): Promise<T> => {
    // An aborted call is settled too: it must not show offline data later.
    settle()
    const value = isWithoutAnswer(fromThrown(cause).status) ? await readStored() : undefined
    if (value === undefined) throw cause
    noteLost()
    return value
  }
  const settled = call().then(whenAnswered, whenFailed)
  const whenLate = async (): Promise<T> => {
    if (sooner) {
      await wait(sooner.after)
      const early = isSettled ? undefined : await readStored()
      if (early !== undefined && !isSettled) {
        void settled.then(sooner.onAnswer, () => undefined)
        void wait(ANSWER_PATIENCE - sooner.after).then(() => isSettled || noteLost())
        return early
      }
    }
    await wait(ANSWER_PATIENCE - (sooner?.after ?? 0))
    const value = isSettled ? undefined : await readStored()
    if (isSettled) return settled
    if (value !== undefined) {
      noteLost()
      return value
    }
    // This device has no copy: the answer is waited for as long as there is a connection.
    if (await checkConnection()) return settled
    throw localError('NETWORK')
  }
  return Promise.race([settled, whenLate()])
}
