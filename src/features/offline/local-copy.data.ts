import { fromThrown, localError } from '#errors/local-error.ts'
import { ANSWER_PATIENCE, isWithoutAnswer } from '#lib/without-answer.ts'
import type { OfflineCatalogue } from './catalogue-store.ts'
import { pagePerson } from './page-person.ts'
import { showCopy, shownCopy } from './line-state.ts'
import { mayHaveCopy } from './shared/copy-mark.ts'

export type { OfflineCatalogue }

/** Milliseconds that the server gets to answer while the copy is shown already. */
const SHORT_PATIENCE = 2000

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
 * The answer of the server; that of the local copy if the server cannot be reached or takes too long. `read` returns
 * undefined for what the copy does not hold: the server's answer counts then, or its error.
 */
export async function orFromCopy<T>(
  call: () => Promise<T>,
  read: (copy: OfflineCatalogue) => T | undefined | Promise<T>,
): Promise<T> {
  if (typeof document === 'undefined') return call()
  const readCopy = async (isWanted: () => boolean): Promise<T | undefined> => {
    const copy = await openLocalCopy()
    const value = copy && (await read(copy))
    if (value !== undefined && isWanted()) showCopy(copy?.refreshedAt)
    return value
  }
  let isSettled = false
  const settle = () => (isSettled = true)
  const whenAnswered = (value: T): T => {
    settle()
    showCopy(undefined)
    return value
  }
  const whenFailed = async (cause: unknown): Promise<T> => {
    // An aborted call is settled too: it must not show the copy later.
    settle()
    const value = isWithoutAnswer(fromThrown(cause).status) ? await readCopy(() => true) : undefined
    if (value === undefined) throw cause
    return value
  }
  const settled = call().then(whenAnswered, whenFailed)
  const whenLate = async (): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, shownCopy() ? SHORT_PATIENCE : ANSWER_PATIENCE))
    return (isSettled ? undefined : await readCopy(() => !isSettled)) ?? settled
  }
  return Promise.race([settled, whenLate()])
}
