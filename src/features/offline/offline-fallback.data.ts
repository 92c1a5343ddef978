import { fromThrown, localError } from '#errors/local-error.ts'
import { checkConnection } from '#lib/connection/check-connection.ts'
import { connectionLostSince, noteAnswer, noteLost } from '#lib/connection/connection.ts'
import { ANSWER_PATIENCE, isWithoutAnswer } from '#lib/connection/without-answer.ts'
import type { OfflineCatalogue } from './catalogue-store.ts'
import { pagePerson } from './page-person.ts'
import { mayHaveOfflineCatalogue } from './shared/offline-mark.ts'

export type { OfflineCatalogue }

/** The offline catalogue of this page's person; undefined without one, and outside of the reader area. */
export async function openOfflineCatalogue(): Promise<OfflineCatalogue | undefined> {
  const person = pagePerson()
  if (person === undefined || !mayHaveOfflineCatalogue() || !location.pathname.startsWith('/app')) return undefined
  // Its code may not be there: without it the server's answer counts, or its error.
  const store = await import('./catalogue-store.ts').catch(() => undefined)
  return store?.openCatalogue(person)
}

/** The answer of the offline catalogue alone, as to the next page of a list that it has begun. NETWORK without one. */
export async function readOffline<T>(read: (catalogue: OfflineCatalogue) => T | undefined): Promise<T> {
  const catalogue = await openOfflineCatalogue()
  const value = catalogue && read(catalogue)
  if (value === undefined) throw localError('NETWORK')
  return value
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface Sooner<T> {
  /** Milliseconds after which the offline catalogue answers for now, while the server is waited for. */
  after: number
  /** Called with the answer of the server if it comes after that. */
  onAnswer: (value: T) => void
}

/**
 * The answer of the server; that of the offline catalogue if the server cannot be reached or takes too long, and at
 * once while the connection is known to be lost. `read` returns undefined for what it does not hold: the server's
 * answer counts then, or its error. NETWORK if it does not come.
 */
export async function withOfflineFallback<T>(
  call: () => Promise<T>,
  read: (catalogue: OfflineCatalogue) => T | undefined | Promise<T>,
  sooner?: Sooner<T>,
): Promise<T> {
  if (typeof document === 'undefined') return call()
  const readStored = async (): Promise<T | undefined> => {
    const catalogue = await openOfflineCatalogue()
    return catalogue && read(catalogue)
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
    // Not in the offline catalogue: it is waited for while the server is only slow.
    if (await checkConnection()) return settled
    throw localError('NETWORK')
  }
  return Promise.race([settled, whenLate()])
}
