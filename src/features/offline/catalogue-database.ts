import type { CatalogueColumns } from './catalogue-columns.ts'

// The offline catalogue in IndexedDB: of one person, and written whole or not at all.

const NAME = 'maktaba-offline'
const STORE = 'catalogue'
/**
 * Grows when there are other columns, or they are computed in another way (`derive-book.ts`): older catalogues are then
 * fetched anew.
 */
export const FORMAT = 3

/** Whose an offline catalogue is, and how old. */
export interface StoredCatalogue {
  personId: string
  version: string
  /** Whether its person has chosen to keep a large one. */
  isLarge: boolean
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

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')))
  })

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

/** The columns of the stored catalogue; undefined without one, and for a broken one. */
export const readColumns = (): Promise<CatalogueColumns | undefined> =>
  withStore('readonly', async (store) => unpacked(await read<Packed>(store, COLUMNS)))

/** Writes a state, and columns if they have changed, unless the catalogue was erased since. */
export const writeCatalogue = (
  state: StoredCatalogue,
  columns: CatalogueColumns | undefined,
  erasures: number,
): Promise<boolean> =>
  withStore('readwrite', async (store) => {
    if ((await erasuresOf(store)) !== erasures) return false
    store.put({ ...state, format: FORMAT } satisfies StoredState, STATE)
    if (columns) store.put(packed(columns), COLUMNS)
    return true
  })

export const eraseStoredCatalogue = (): Promise<void> =>
  withStore('readwrite', async (store) => {
    store.delete(STATE)
    store.delete(COLUMNS)
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

/** Columns of texts are stored joined: one long text is read in a tenth of the time of ten thousand. */
type Packed = {
  [Name in keyof CatalogueColumns]: CatalogueColumns[Name] extends string[] ? string : CatalogueColumns[Name]
}

const packed = (columns: CatalogueColumns): Packed => ({
  ...columns,
  ids: columns.ids.join('\n'),
  titles: columns.titles.join('\n'),
  authors: columns.authors.join('\n'),
  publishers: columns.publishers.join('\n'),
  words: columns.words.join('\n'),
  searchTitles: columns.searchTitles.join('\n'),
  initials: columns.initials.join('\n'),
  sortAuthors: columns.sortAuthors.join('\n'),
  authorWords: columns.authorWords.join('\n'),
})

function unpacked(stored: Packed | undefined): CatalogueColumns | undefined {
  if (!(stored?.genreOf instanceof Uint16Array)) return undefined
  const count = stored.genreOf.length
  const split = (text: string): string[] => (count === 0 ? [] : text.split('\n'))
  const columns = {
    ...stored,
    ids: split(stored.ids),
    titles: split(stored.titles),
    authors: split(stored.authors),
    publishers: split(stored.publishers),
    words: split(stored.words),
    searchTitles: split(stored.searchTitles),
    initials: split(stored.initials),
    sortAuthors: split(stored.sortAuthors),
    authorWords: split(stored.authorWords),
  }
  const { ids, titles, words, searchTitles, initials, byTitle, byAuthor } = columns
  const isWhole = [ids, titles, words, searchTitles, initials, byTitle, byAuthor].every(
    (column) => column.length === count,
  )
  return isWhole ? columns : undefined
}
