import { completed, settled } from '#base/lib/indexed-db.ts'
import type { QueuedScan, ScanStore } from './scan-queue.ts'

const NAME = 'maktaba-stocktake'
const STORE = 'scans'

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }))
  return settled(request)
}

/** The scans in IndexedDB, written through to the disk. */
export function browserScans(): ScanStore {
  let database: Promise<IDBDatabase> | undefined
  const opened = () => (database ??= open())
  const write = async (run: (store: IDBObjectStore) => void) => {
    const transaction = (await opened()).transaction(STORE, 'readwrite', { durability: 'strict' })
    run(transaction.objectStore(STORE))
    await completed(transaction)
  }
  return {
    read: async (stocktakeId) => {
      const all = await settled<QueuedScan[]>((await opened()).transaction(STORE).objectStore(STORE).getAll())
      return all.filter((one) => one.stocktakeId === stocktakeId).toSorted((one, other) => one.at - other.at)
    },
    add: (scan) => write((store) => store.put(scan)),
    remove: (ids) => write((store) => ids.forEach((id) => store.delete(id))),
  }
}
