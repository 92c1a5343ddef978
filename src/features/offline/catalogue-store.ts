import { yieldToBrowser } from './yield-to-browser.ts'
import { computeColumns } from './catalogue-columns.ts'
import {
  eraseStoredCatalogue,
  readColumns,
  readState,
  writeCatalogue,
  type StoredCatalogue,
} from './catalogue-database.ts'
import { catalogueView, type OfflineCatalogue } from './catalogue-view.ts'
import {
  CATALOGUE_PATH,
  type CatalogueAnswer,
  type CatalogueDifference,
  type WholeCatalogue,
} from './catalogue-wire.ts'
import { booksAfter, booksOfWhole, checkOf, isSameCheck } from './read-answer.ts'
import { oneAtATime } from './refresh-once.ts'

// The catalogue on a phone, for pages, for a service worker, and for a page without the application: no React, no
// router, no queries.

export type { OfflineCatalogue }

/** What became of a refresh. */
export type RefreshOutcome =
  /** The offline catalogue equals the server's; `isChanged` if it was not so before: open it anew. */
  | { state: 'fresh'; isChanged: boolean }
  /** So many books that the person should say whether to load them, for so many bytes: then with `all`. */
  | { state: 'offered'; count: number; bytes: number }
  /** More books than a phone can keep. */
  | { state: 'too-large' }
  /** The server refused: the session is over, banned, impersonated or another person's. The stored catalogue was erased. */
  | { state: 'refused' }
  /** No connection, no server, no room: what is stored is as it was. */
  | { state: 'unavailable' }

/**
 * Fetches what has changed since the last refresh, or the whole catalogue. `all` says that the person wants a large one,
 * which is remembered. Tabs that refresh at once do so once. Never throws.
 */
export async function refreshCatalogue(personId: string, { all = false } = {}): Promise<RefreshOutcome> {
  try {
    const { state: before } = await readState()
    return await oneAtATime(() => refresh(personId, all, before))
  } catch {
    return { state: 'unavailable' }
  }
}

/** `before` is the state of the stored catalogue when the refresh was called for. */
async function refresh(personId: string, all: boolean, before: StoredCatalogue | undefined): Promise<RefreshOutcome> {
  const { state } = await readState()
  if (state && state.personId !== personId) await eraseCatalogue()
  const own = state?.personId === personId ? state : undefined
  const versionBefore = before?.version
  // Another tab has done it meanwhile.
  if (own && !all && own.refreshedAt !== before?.refreshedAt)
    return { state: 'fresh', isChanged: own.version !== versionBefore }
  const { erasures } = await readState()
  return fetchCatalogue({ personId, isLarge: all || own?.isLarge === true, erasures, versionBefore }, own)
}

interface Fetch {
  personId: string
  isLarge: boolean
  erasures: number
  versionBefore: string | undefined
}

/** Fetches the difference to what is known, or all. */
async function fetchCatalogue(call: Fetch, known: StoredCatalogue | undefined): Promise<RefreshOutcome> {
  const { personId, isLarge, erasures, versionBefore } = call
  const response = await fetch(addressOf(call, known), { cache: 'no-store' })
  if (!response.ok) return refusalOf(response)
  const answer: CatalogueAnswer | undefined = response.status === 204 ? undefined : await response.json()
  if (answer?.kind === 'offer') return { state: 'offered', count: answer.count, bytes: answer.bytes }
  const columns = answer && (await columnsAfter(answer))
  // What is stored is not what the server takes it for, as after a deletion that left no trace: all is fetched.
  if (answer && !columns) return known ? fetchCatalogue(call, undefined) : { state: 'unavailable' }
  const version = answer?.version ?? known?.version ?? ''
  const isWritten = await writeCatalogue({ personId, version, isLarge, refreshedAt: Date.now() }, columns, erasures)
  return isWritten ? { state: 'fresh', isChanged: version !== versionBefore } : { state: 'refused' }
}

function addressOf({ personId, isLarge }: Fetch, known: StoredCatalogue | undefined): string {
  const query = new URLSearchParams({ person: personId })
  if (isLarge) query.set('all', '1')
  if (known) query.set('since', known.version)
  return `${CATALOGUE_PATH}?${query.toString()}`
}

/** Erases the stored catalogue if it is Maktaba that refuses, and not a proxy or the portal of a network. */
async function refusalOf(response: Response): Promise<RefreshOutcome> {
  const { code }: { code?: string } = await response.json().catch(() => ({}))
  if (code === 'CATALOGUE_TOO_LARGE') return { state: 'too-large' }
  if (code === undefined || (response.status !== 401 && response.status !== 403)) return { state: 'unavailable' }
  await eraseCatalogue()
  return { state: 'refused' }
}

/** The columns after an answer; undefined if they are not those of the server. */
async function columnsAfter(answer: WholeCatalogue | CatalogueDifference) {
  const before = answer.kind === 'whole' ? undefined : await readColumns().catch(() => undefined)
  const books = answer.kind === 'whole' ? booksOfWhole(answer) : before && booksAfter(before, answer)
  const genres = answer.genres ?? before?.genres
  await yieldToBrowser()
  if (!books || !genres || !isSameCheck(checkOf(books), answer.check)) return undefined
  await yieldToBrowser()
  return computeColumns(books, genres, before)
}

/** What was opened last: every search of a page opens it. */
let opened: { state: StoredCatalogue; catalogue: OfflineCatalogue } | undefined

/** The offline catalogue of a person; undefined without one. That of anybody else is erased. Never throws. */
export async function openCatalogue(personId: string): Promise<OfflineCatalogue | undefined> {
  try {
    const { state } = await readState()
    if (state?.personId === personId) {
      if (opened && isSameState(opened.state, state)) return opened.catalogue
      const columns = await readColumns()
      if (columns) {
        opened = { state, catalogue: catalogueView(columns, new Date(state.refreshedAt)) }
        return opened.catalogue
      }
    }
    opened = undefined
    // Of somebody else, or broken.
    if (state) await eraseCatalogue()
  } catch {
    opened = undefined
    // Unreadable; or there is no IndexedDB, as in a private window of some browsers.
    await eraseCatalogue()
  }
  return undefined
}

const isSameState = (a: StoredCatalogue, b: StoredCatalogue): boolean =>
  a.personId === b.personId && a.version === b.version && a.refreshedAt === b.refreshedAt

/** Erases the stored catalogue of any person; a refresh that is running stores nothing afterwards. Never throws. */
export async function eraseCatalogue(): Promise<void> {
  opened = undefined
  await eraseStoredCatalogue().catch(() => undefined)
}
