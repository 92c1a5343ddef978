import type { CatalogueCheck } from './catalogue-wire.ts'
import type { CatalogueColumns } from './catalogue-columns.ts'

// The copy of the catalogue in IndexedDB: one record of one person, written whole or not at all.

const NAME = 'maktaba-offline'
const STORE = 'catalogue'
/** Grows when a copy has other columns, or they are computed in another way: older copies are then fetched anew. */
const FORMAT = 1

/** Columns of texts, which are stored joined: a tenth of the time of so many texts. */
type TextColumns = { [Key in keyof CatalogueColumns as CatalogueColumns[Key] extends string[] ? Key : never]: string }

/** A copy of the catalogue, with whose it is and how old. */
export interface StoredCatalogue {
  personId: string
  version: string
  /** Whether its person has chosen to keep a large one. */
  isLarge: boolean
  /** When the server was last asked, in milliseconds. */
  refreshedAt: number
  check: CatalogueCheck
  columns: CatalogueColumns
}

type StoredRecord = Omit<StoredCatalogue, 'columns'> & { format: number; columns: unknown }

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    const fail = () => reject(transaction.error ?? new Error('IndexedDB'))
    transaction.addEventListener('abort', fail)
    transaction.addEventListener('error', fail)
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  return settled(request)
}

/** Opens the database for one transaction; one that cannot be opened is replaced by an empty one. */
async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open().catch(async () => {
    await settled(indexedDB.deleteDatabase(NAME))
    return open()
  })
  // A tab that wants to delete the database, or a newer build, need not wait for this one.
  database.addEventListener('versionchange', () => database.close())
  try {
    const transaction = database.transaction(STORE, mode)
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), done(transaction)])
    return result
  } finally {
    database.close()
  }
}

/** The key of the one copy. */
const COPY = 'copy'
/** The key of the number of erasures: a copy that was fetched before one is not written after it. */
const ERASURES = 'erasures'

/** The copy, whoever it is of; undefined without one, and for one that is broken or of another format. */
export async function readCopy(): Promise<StoredCatalogue | undefined> {
  const record: StoredRecord | undefined = await withStore('readonly', (store) => settled(store.get(COPY)))
  if (record?.format !== FORMAT) return undefined
  return unpacked(record)
}

/** How often a copy was erased here. */
export const countErasures = (): Promise<number> =>
  withStore('readonly', async (store) => (await settled<number | undefined>(store.get(ERASURES))) ?? 0)

/** Writes a copy in place of any other, unless one was erased since. */
export async function writeCopy(copy: StoredCatalogue, erasures: number): Promise<boolean> {
  const record: StoredRecord = { ...copy, format: FORMAT, columns: packed(copy.columns) }
  return withStore('readwrite', async (store) => {
    if (((await settled<number | undefined>(store.get(ERASURES))) ?? 0) !== erasures) return false
    store.put(record, COPY)
    return true
  })
}

/** Erases the copy. */
export const eraseCopy = (): Promise<void> =>
  withStore('readwrite', async (store) => {
    store.delete(COPY)
    store.put(((await settled<number | undefined>(store.get(ERASURES))) ?? 0) + 1, ERASURES)
  })

function packed(columns: CatalogueColumns): Omit<CatalogueColumns, keyof TextColumns> & TextColumns {
  const joined = Object.entries(columns).map(([name, column]) => [
    name,
    name !== 'genres' && Array.isArray(column) ? column.join('\n') : column,
  ])
  return Object.fromEntries(joined)
}

function unpacked({ columns, ...copy }: StoredRecord): StoredCatalogue | undefined {
  if (typeof columns !== 'object' || columns === null) return undefined
  const { count } = copy.check
  const split = Object.entries(columns).map(([name, column]) => [
    name,
    typeof column === 'string' ? (count === 0 ? [] : column.split('\n')) : column,
  ])
  const read: CatalogueColumns = Object.fromEntries(split)
  return read.ids.length === count && read.words.length === count ? { ...copy, columns: read } : undefined
}
