import { fromThrown, localError } from '#errors/local-error.ts'
import { checkConnection } from '#lib/check-connection.ts'
import { connectionLostSince, noteAnswer, noteLost } from '#lib/connection.ts'
import { ANSWER_PATIENCE, isWithoutAnswer } from '#lib/without-answer.ts'
import type { OfflineCatalogue } from './catalogue-store.ts'
import { pagePerson } from './page-person.ts'
import { mayHaveCopy } from './shared/copy-mark.ts'

export type { OfflineCatalogue }

/** The copy of this page's person; undefined without one, and outside of the reader area. */
export async function openLocalCopy(): Promise<OfflineCatalogue | undefined> {
  const person = pagePerson()
  if (person === undefined || !mayHaveCopy() || !location.pathname.startsWith('/app')) return undefined
  // Its code may not be there: without it the server's answer counts, or its error.
  const store = await import('./catalogue-store.ts').catch(() => undefined)
  return store?.openCatalogue(person)
}

/** The answer of the local copy alone, as to the next page of a list that it has begun. NETWORK without a copy. */
export async function fromCopy<T>(read: (copy: OfflineCatalogue) => T | undefined): Promise<T> {
  const copy = await openLocalCopy()
  const value = copy && read(copy)
  if (value === undefined) throw localError('NETWORK')
  return value
}

/**
 * The answer of the server; that of the local copy if the server cannot be reached or takes too long, and at once while the
 * connection is known to be lost. `read` returns undefined for what the copy does not hold: the server's answer counts then,
 * or its error. NETWORK if it does not come.
 */
export async function orFromCopy<T>(
  call: () => Promise<T>,
  read: (copy: OfflineCatalogue) => T | undefined | Promise<T>,
): Promise<T> {
  if (typeof document === 'undefined') return call()
  const readCopy = async (): Promise<T | undefined> => {
    const copy = await openLocalCopy()
    return copy && read(copy)
  }
  const known = connectionLostSince() && (await readCopy())
  if (known !== undefined) return known
  let isSettled = false
  const settle = () => (isSettled = true)
  const whenAnswered = (value: T): T => {
    settle()
    noteAnswer()
    return value
  }
  const whenFailed = async (cause: unknown): Promise<T> => {
    // An aborted call is settled too: it must not show the copy later.
    settle()
    const value = isWithoutAnswer(fromThrown(cause).status) ? await readCopy() : undefined
    if (value === undefined) throw cause
    noteLost()
    return value
  }
  const settled = call().then(whenAnswered, whenFailed)
  const whenLate = async (): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_PATIENCE))
    const value = isSettled ? undefined : await readCopy()
    if (isSettled) return settled
    if (value !== undefined) {
      noteLost()
      return value
    }
    // Not in the copy: it is waited for while the server is only slow.
    if (await checkConnection()) return settled
    throw localError('NETWORK')
  }
  return Promise.race([settled, whenLate()])
}
