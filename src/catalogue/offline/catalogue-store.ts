import { catalogueAfter } from './catalogue.ts'
import {
  eraseStoredCatalogue,
  readCatalogue,
  readState,
  writeCatalogue,
  type StoredCatalogue,
} from './catalogue-database.ts'
import { catalogueView, type OfflineCatalogue } from './catalogue-view.ts'
import { CATALOGUE_PATH, type CatalogueAnswer } from './catalogue-wire.ts'
import { oneAtATime } from './refresh-once.ts'

// The catalogue on a phone, for pages, for a service worker, and for a page without the application: no React, no
// router, no queries.

export type { OfflineCatalogue }

/** What became of a refresh. */
export type RefreshOutcome =
  /** The offline catalogue equals the server's; `isChanged` if it was not so before: open it anew. */
  | { state: 'fresh'; isChanged: boolean }
  /** More books than a phone can keep: nothing is stored any more. */
  | { state: 'too-large' }
  /** The server refused: the session is over, banned, impersonated or another person's. The stored catalogue was erased. */
  | { state: 'refused' }
  /** No connection, no server: what is stored is as it was. */
  | { state: 'unavailable' }
  /** The device has no room: what is stored is as it was. */
  | { state: 'no-room' }

/** What became of a refresh that threw. */
export const outcomeOfFailure = (thrown: unknown): RefreshOutcome => ({
  state: thrown instanceof DOMException && thrown.name === 'QuotaExceededError' ? 'no-room' : 'unavailable',
})

/**
 * Fetches what has changed since the last refresh, or the whole catalogue. Tabs that refresh at once do so once. Never
 * throws.
 */
export async function refreshCatalogue(personId: string): Promise<RefreshOutcome> {
  try {
    const { state: before } = await readState()
    return await oneAtATime(() => refresh(personId, before))
  } catch (error) {
    return outcomeOfFailure(error)
  }
}

/** `before` is the state of the stored catalogue when the refresh was called for. */
async function refresh(personId: string, before: StoredCatalogue | undefined): Promise<RefreshOutcome> {
  const { state } = await readState()
  if (state && state.personId !== personId) await eraseCatalogue()
  const own = state?.personId === personId ? state : undefined
  const versionBefore = before?.version
  // Another tab has refreshed the catalogue meanwhile.
  if (own && own.refreshedAt !== before?.refreshedAt)
    return { state: 'fresh', isChanged: own.version !== versionBefore }
  const { erasures } = await readState()
  return fetchCatalogue({ personId, erasures, versionBefore }, own)
}

interface Fetch {
  personId: string
  erasures: number
  versionBefore: string | undefined
}

/** Fetches the difference to what is known, or all. */
async function fetchCatalogue(call: Fetch, known: StoredCatalogue | undefined): Promise<RefreshOutcome> {
  const { personId, erasures, versionBefore } = call
  const response = await fetch(addressOf(personId, known), { cache: 'no-store' })
  if (!response.ok) return refusalOf(response)
  const answer: CatalogueAnswer | undefined = response.status === 204 ? undefined : await response.json()
  // What cannot be read is fetched whole.
  const before = answer?.kind === 'difference' ? await readCatalogue().catch(() => undefined) : undefined
  const catalogue = answer && (await catalogueAfter(answer, before))
  // What is stored is not what the server takes it for, as after a deletion that left no trace: all is fetched.
  if (answer && !catalogue) return known ? fetchCatalogue(call, undefined) : { state: 'unavailable' }
  const version = answer?.version ?? known?.version ?? ''
  const isWritten = await writeCatalogue({ personId, version, refreshedAt: Date.now() }, catalogue, erasures)
  return isWritten ? { state: 'fresh', isChanged: version !== versionBefore } : { state: 'refused' }
}

function addressOf(personId: string, known: StoredCatalogue | undefined): string {
  const query = new URLSearchParams({ person: personId })
  if (known) query.set('since', known.version)
  return `${CATALOGUE_PATH}?${query.toString()}`
}

/** Erases the stored catalogue if it is Maktaba that refuses, and not a proxy or the portal of a network. */
async function refusalOf(response: Response): Promise<RefreshOutcome> {
  const { code }: { code?: string } = await response.json().catch(() => ({}))
  const isTooLarge = code === 'CATALOGUE_TOO_LARGE'
  if (code === undefined || (!isTooLarge && response.status !== 401 && response.status !== 403))
    return { state: 'unavailable' }
  await eraseCatalogue()
  return { state: isTooLarge ? 'too-large' : 'refused' }
}

/** What was opened last: every search of a page opens it. */
let opened: { state: StoredCatalogue; catalogue: OfflineCatalogue } | undefined

/** The offline catalogue of a person; undefined without one. That of anybody else is erased. Never throws. */
export async function openCatalogue(personId: string): Promise<OfflineCatalogue | undefined> {
  try {
    const { state } = await readState()
    if (state?.personId === personId) {
      if (opened && isSameState(opened.state, state)) return opened.catalogue
      const catalogue = await readCatalogue()
      if (catalogue) {
        opened = { state, catalogue: catalogueView(catalogue, new Date(state.refreshedAt)) }
        return opened.catalogue
      }
    }
    opened = undefined
    // The stored catalogue belongs to another person, or is broken.
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
