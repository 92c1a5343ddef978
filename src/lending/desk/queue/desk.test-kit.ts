import { expect, vi } from 'vitest'
import type { DeskBorrower, NoticeCode } from '../desk-parts.schema.ts'
import type { RenewInput, ScanAnswer, ScanInput, UndoInput } from '../desk.schema.ts'
import { Desk } from './desk.ts'
import { isEmptyQueue, type QueueStore, type StoredQueue } from './desk-queue.ts'

export const amina: DeskBorrower = {
  id: '01a1fc5f-3ab8-7e22-9c2d-9e0f1a2b3c4d',
  name: 'Amina',
  card: '20004178',
  group: '6B',
  note: '',
  blockedNote: null,
  expiresOn: null,
  booksAtATime: 5,
  loans: [],
  ready: [],
  waiting: [],
  owed: [],
  sets: [],
}
export const noticed = (code: NoticeCode, canGoOn = false) => ({
  code,
  canGoOn,
  person: null,
  count: null,
  day: null,
  note: null,
})

/** The disk of a device. */
export function aDisk(): QueueStore & { queues: Map<string, StoredQueue> } {
  const queues = new Map<string, StoredQueue>()
  return {
    queues,
    read: async () => structuredClone([...queues.values()]),
    write: async (queue, takenOver = []) => {
      for (const id of takenOver) queues.delete(id)
      if (isEmptyQueue(queue)) queues.delete(queue.id)
      else queues.set(queue.id, structuredClone(queue))
    },
  }
}

const book = { id: amina.id, title: 'Kusadikika', author: '', cover: null, publisher: '', genre: null }
export const copyOf = (number: string) => ({
  id: amina.id,
  bookId: amina.id,
  number,
  location: '',
  condition: 'ok' as const,
})

/** A server that answers as it is told: 'card' opens the borrower, everything else is lent or waits. */
export function aDesk(
  answer?: (input: ScanInput) => Partial<ScanAnswer> | Error | undefined,
  store = aDisk(),
  formerId?: string,
) {
  const scans: ScanInput[] = []
  const undone: UndoInput[] = []
  const renewed: RenewInput[] = []
  const happened: string[] = []
  const desk = new Desk({
    calls: {
      scan: async (input) => {
        scans.push(input)
        await Promise.resolve()
        const told = answer?.(input)
        if (told instanceof Error) throw told
        const result = input.code === 'card' ? 'borrower' : input.borrowerId === undefined ? 'waiting' : 'lent'
        return {
          actId: input.actId,
          result,
          notices: [],
          book,
          copy: copyOf(input.code),
          ...((result === 'borrower' || input.borrowerId !== undefined) && { borrower: amina }),
          ...told,
        }
      },
      undo: async (input) => {
        undone.push(input)
        return { actId: input.actId, undoes: input.undoes }
      },
      renew: async (input) => {
        renewed.push(input)
        return {
          actId: input.actId,
          renewed: [{ loanId: amina.id, dueOn: '2026-12-09' }],
          unchanged: [],
          refused: [],
          borrower: amina,
        }
      },
    },
    store,
    onDone: () => undefined,
    onHappened: (one) => happened.push(one.kind === 'scan' ? one.answer.result : one.kind),
  })
  desk.start(formerId)
  const scan = (code: string) => desk.scan({ text: code })
  const answered = () => vi.waitFor(() => expect(desk.state().waiting).toBe(0), { timeout: 10_000 })
  return { desk, scan, scans, undone, renewed, happened, answered, store }
}

/** What was scanned, and whether for an open borrower. */
export const codes = (scans: readonly ScanInput[]) =>
  scans.map(({ code, borrowerId }) => [code, borrowerId !== undefined])
