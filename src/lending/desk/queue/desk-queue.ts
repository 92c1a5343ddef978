import { completed, settled } from '#base/lib/indexed-db.ts'
import type { RenewInput, ScanInput } from '../desk.schema.ts'

/** An act that waits for its turn, as it is kept on the disk of the device. */
export type DeskItem =
  /**
   * `borrowerId` is given where the act is not for the borrower who is open by then; null is nobody. `refusal`: the
   * refused act, where this act goes on all the same.
   */
  | ({ kind: 'scan'; borrowerId?: string | null; refusal?: string } & Pick<
      ScanInput,
      'actId' | 'code' | 'keys' | 'mode' | 'accepted'
    >)
  | ({ kind: 'renew' } & RenewInput)
  /** Takes back the act `undoes`, or without it the last act of this visit. */
  | { kind: 'undo'; actId: string; undoes?: string }
  /** Closes the open borrower. */
  | { kind: 'end' }
  /** Ends what `resume` has begun: who was open before is open again. */
  | { kind: 'abandon' }
  /** Goes on where another page had stopped: with its borrower, and the copy that waited for a card. */
  | { kind: 'resume'; borrowerId: string | undefined; waitingCopy: string | undefined }

/** Whether an act is counted as waiting: what a person has scanned or pressed, and the server has not answered. */
export const isCounted = ({ kind }: DeskItem): boolean => kind === 'scan' || kind === 'renew' || kind === 'undo'

/** What was scanned and not done. */
export interface NotDone {
  actId: string
  code: string
  /** Why the server has refused the request; without it no library card was scanned for the copy. */
  message?: string
}

/** The queue of one page of the desk on this device. */
export interface StoredQueue {
  /** Id of the page, new with each load. */
  id: string
  /** When it was last written, in milliseconds. */
  at: number
  /** Who is open, and the copy that waits for a card, before the first of the items. */
  borrowerId: string | undefined
  waitingCopy: string | undefined
  items: DeskItem[]
  notDone: NotDone[]
}

/** Where queues are kept, so that they outlive a reload and a crash. */
export interface QueueStore {
  read: () => Promise<StoredQueue[]>
  /** Writes a queue, or removes it when nothing is in it, and removes the queues that were taken over by it. */
  write: (queue: StoredQueue, takenOver?: readonly string[]) => Promise<void>
}

/** Milliseconds after which a queue that is written no more belongs to a page that is gone. */
const ABANDONED = 10_000

/** The queues that pages have left behind: that of this tab before a reload, and queues that are no longer written. */
export const leftBehind = (queues: readonly StoredQueue[], formerId: string | undefined, now: number): StoredQueue[] =>
  queues
    .filter(({ id, at }) => id === formerId || Math.abs(now - at) > ABANDONED)
    .toSorted((one, other) => one.at - other.at)

/** Whether nothing waits in a queue, not even a copy for its card. */
export const isEmptyQueue = ({ items, notDone, waitingCopy }: StoredQueue): boolean =>
  items.length === 0 && notDone.length === 0 && waitingCopy === undefined

/** The items of a queue that another page has left, to be done before those of this one; nobody is open afterwards. */
export const itemsToResume = ({ items, borrowerId, waitingCopy }: StoredQueue): DeskItem[] =>
  items.length === 0 && waitingCopy === undefined
    ? []
    : [{ kind: 'resume', borrowerId, waitingCopy }, ...items, { kind: 'abandon' }]

const NAME = 'maktaba-desk'
const STORE = 'queues'

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }))
  return settled(request)
}

/** The queues in IndexedDB, written through to the disk. */
export function browserQueues(): QueueStore {
  let database: Promise<IDBDatabase> | undefined
  const opened = () => (database ??= open())
  return {
    read: async () => settled<StoredQueue[]>((await opened()).transaction(STORE).objectStore(STORE).getAll()),
    write: async (queue, takenOver = []) => {
      const transaction = (await opened()).transaction(STORE, 'readwrite', { durability: 'strict' })
      const store = transaction.objectStore(STORE)
      for (const id of takenOver) store.delete(id)
      if (isEmptyQueue(queue)) store.delete(queue.id)
      else store.put(queue)
      await completed(transaction)
    },
  }
}
