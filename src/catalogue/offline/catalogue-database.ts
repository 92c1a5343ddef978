import { completed, settled } from '#base/lib/indexed-db.ts'
import type { Catalogue, OfflineBook } from './catalogue.ts'
import type { CatalogueGenre } from './catalogue-wire.ts'
import { toColumns, toRows, type Columns } from '#base/lib/columns.ts'

// The offline catalogue in IndexedDB: of one person, and written whole or not at all.

const NAME = 'maktaba-offline'
const STORE = 'catalogue'
/**
 * Grows when books have other fields, or these are computed in another way (`derive-book.ts`): older catalogues are then
 * fetched anew.
 */
export const FORMAT = 6

/** Whose an offline catalogue is, and how old. */
export interface StoredCatalogue {
  personId: string
  version: string
  /** When the server was last asked, in milliseconds. */
  refreshedAt: number
}

type StoredState = StoredCatalogue & { format: number }

const STATE = 'state'
const COLUMNS = 'columns'
/** How often the catalogue was erased: one that was asked for before is not written afterwards. */
const ERASURES = 'erasures'
/** Until when another tab refreshes, in milliseconds; only where there are no Web Locks. */
const LEASE = 'lease'

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  const database = await settled(request)
  if (database.objectStoreNames.contains(STORE)) return database
  database.close()
  throw new Error('IndexedDB')
}

/** Milliseconds before a database that could not be opened is tried again. */
const PAUSE = 250

/** Opens the database; one that cannot be opened twice, since an error may pass, is replaced by an empty one. */
async function openOrReplace(): Promise<IDBDatabase> {
  try {
    return await open()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  try {
    return await open()
  } catch {
    await settled(indexedDB.deleteDatabase(NAME))
    return open()
  }
}

/** Runs one transaction. */
async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await openOrReplace()
  try {
    const transaction = database.transaction(STORE, mode)
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), completed(transaction)])
    return result
  } finally {
    database.close()
  }
}

const read = async <T>(store: IDBObjectStore, key: string): Promise<T | undefined> =>
  settled<T | undefined>(store.get(key))
const erasuresOf = async (store: IDBObjectStore): Promise<number> => (await read<number>(store, ERASURES)) ?? 0

/** The state of the stored catalogue of any person, and how often it was erased. */
export const readState = (): Promise<{ state: StoredCatalogue | undefined; erasures: number }> =>
  withStore('readonly', async (store) => {
    const state = await read<StoredState>(store, STATE)
    return { state: state?.format === FORMAT ? state : undefined, erasures: await erasuresOf(store) }
  })

/** The stored catalogue; undefined without one. Throws for a broken one. */
export const readCatalogue = (): Promise<Catalogue | undefined> =>
  withStore('readonly', async (store) => {
    const text = await read<string>(store, COLUMNS)
    return text === undefined ? undefined : unpacked(text)
  })

/** Writes a state, and the catalogue if it has changed, unless it was erased since. */
export const writeCatalogue = (
  state: StoredCatalogue,
  catalogue: Catalogue | undefined,
  erasures: number,
): Promise<boolean> =>
  withStore('readwrite', async (store) => {
    if ((await erasuresOf(store)) !== erasures) return false
    store.put({ ...state, format: FORMAT } satisfies StoredState, STATE)
    if (catalogue) store.put(packed(catalogue), COLUMNS)
    return true
  })

/** Under which name an answer about the person's own is kept. */
const ownKey = (name: string): string => `own ${name}`
const allOwn = (): IDBKeyRange => IDBKeyRange.bound(ownKey(''), ownKey('\uFFFF'))

/** Stores an answer beside the catalogue of the same person. Without that catalogue, as after an erasure, it stores nothing. */
export const writeKept = (personId: string, name: string, kept: unknown): Promise<void> =>
  withStore('readwrite', async (store) => {
    const state = await read<StoredState>(store, STATE)
    if (state?.personId === personId) store.put(kept, ownKey(name))
  })

/** What is kept beside the catalogue of a person; undefined for nothing. */
export const readKept = <T>(personId: string, name: string): Promise<T | undefined> =>
  withStore('readonly', async (store) => {
    const state = await read<StoredState>(store, STATE)
    return state?.personId === personId ? read<T>(store, ownKey(name)) : undefined
  })

export const eraseStoredCatalogue = (): Promise<void> =>
  withStore('readwrite', async (store) => {
    store.delete(STATE)
    store.delete(COLUMNS)
    store.delete(allOwn())
    store.put((await erasuresOf(store)) + 1, ERASURES)
  })

/** Takes the lease for some milliseconds; false while another tab has it. */
export const takeLease = (milliseconds: number): Promise<boolean> =>
  withStore('readwrite', async (store) => {
    if (((await read<number>(store, LEASE)) ?? 0) > Date.now()) return false
    store.put(Date.now() + milliseconds, LEASE)
    return true
  })

export const endLease = (): Promise<void> =>
  withStore('readwrite', async (store) => {
    store.delete(LEASE)
  })

/** Stored as one text, which is read in a tenth of the time of ten thousand objects. */
interface Packed {
  genres: CatalogueGenre[]
  byId: Columns<OfflineBook>
  /** Indices in the order of ids. */
  byTitle: number[]
  byAuthor: number[]
}

function packed({ genres, byId, byTitle, byAuthor }: Catalogue): string {
  const indices = new Map(byId.map((book, at) => [book, at]))
  const inOrder = (books: OfflineBook[]): number[] => books.map((book) => indices.get(book) ?? 0)
  const all: Packed = { genres, byId: toColumns(byId), byTitle: inOrder(byTitle), byAuthor: inOrder(byAuthor) }
  return JSON.stringify(all)
}

function unpacked(text: string): Catalogue {
  const { genres, byId: columns, byTitle, byAuthor }: Packed = JSON.parse(text)
  const byId = toRows(columns)
  const inOrder = (indices: number[]): OfflineBook[] => indices.flatMap((at) => byId[at] ?? [])
  return { genres, byId, byTitle: inOrder(byTitle), byAuthor: inOrder(byAuthor) }
}
