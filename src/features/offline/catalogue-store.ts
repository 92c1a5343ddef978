import { columnsOf } from './catalogue-columns.ts'
import { countErasures, eraseCopy, readCopy, writeCopy } from './catalogue-database.ts'
import type { CatalogueQuery } from './catalogue-list.ts'
import { CATALOGUE_PATH, type CatalogueAnswer } from './catalogue-wire.ts'
import { catalogueView, type OfflineCatalogue } from './catalogue-view.ts'
import { booksOfWhole, checkOf, isSameCheck } from './read-answer.ts'

export type { CatalogueQuery, OfflineCatalogue }

/** What became of a refresh. */
export type RefreshOutcome =
  /** The copy is as the catalogue is; `isChanged` if it was not so before. */
  | { state: 'fresh'; isChanged: boolean }
  /** So many books that the person should say whether to load them: then `{ all: true }`. */
  | { state: 'offered'; count: number; bytes: number }
  /** More books than a phone can keep. */
  | { state: 'too-large' }
  /** Signed out, banned, or somebody else: nothing is kept here any more. */
  | { state: 'refused' }
  /** Without a line, without a server, without room: what was kept is as it was. */
  | { state: 'unavailable' }

/** Fetches what has changed, or all. Never throws. */
export async function refreshCatalogue(personId: string, { all = false } = {}): Promise<RefreshOutcome> {
  try {
    return await refresh(personId, all)
  } catch {
    return { state: 'unavailable' }
  }
}

async function refresh(personId: string, all: boolean): Promise<RefreshOutcome> {
  const erasures = await countErasures()
  const query = new URLSearchParams({ person: personId, ...(all && { all: '1' }) })
  const response = await fetch(`${CATALOGUE_PATH}?${query.toString()}`)
  if (response.status === 401 || response.status === 403) {
    await eraseCatalogue()
    return { state: 'refused' }
  }
  if (!response.ok) return { state: 'unavailable' }
  const answer: CatalogueAnswer = await response.json()
  if (answer.kind === 'offer') return { state: 'offered', count: answer.count, bytes: answer.bytes }
  if (answer.kind !== 'whole') return { state: 'unavailable' }
  const books = booksOfWhole(answer)
  if (!isSameCheck(checkOf(books), answer.check)) return { state: 'unavailable' }
  const columns = await columnsOf(books, answer.genres)
  const { version, check } = answer
  await writeCopy({ personId, version, check, isLarge: all, refreshedAt: Date.now(), columns }, erasures)
  return { state: 'fresh', isChanged: true }
}

/** The copy of a person; undefined without one. A copy of anybody else is erased. */
export async function openCatalogue(personId: string): Promise<OfflineCatalogue | undefined> {
  try {
    const copy = await readCopy()
    if (copy?.personId === personId) return catalogueView(copy.columns, new Date(copy.refreshedAt))
    if (copy) await eraseCopy()
  } catch {
    // Without IndexedDB, as in a private window of some browsers, there is no copy.
  }
  return undefined
}

/** Erases what is kept here, whoever it is of; what is being fetched meanwhile is not kept. Never throws. */
export async function eraseCatalogue(): Promise<void> {
  await eraseCopy().catch(() => undefined)
}
