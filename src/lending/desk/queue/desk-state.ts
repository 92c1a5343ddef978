import type { DeskBorrower } from '../desk-parts.schema.ts'
import type {
  DeskRefusal,
  RenewAnswer,
  RenewInput,
  ScanAnswer,
  ScanInput,
  UndoAnswer,
  UndoInput,
} from '../desk.schema.ts'
import type { NotDone, QueueStore } from './desk-queue.ts'
import type { Line } from '../shared/send-again.ts'

/** What the desk asks of the server. */
interface DeskCalls {
  scan: (input: ScanInput) => Promise<ScanAnswer>
  renew: (input: RenewInput) => Promise<RenewAnswer>
  undo: (input: UndoInput) => Promise<UndoAnswer>
}

/** The last thing that happened, to be shown, said and sounded. */
export type Happened =
  | { kind: 'scan'; scan: ScanInput; answer: ScanAnswer }
  | { kind: 'renewed'; answer: RenewAnswer }
  | { kind: 'undone'; actId: string }
  /** `notDone`: number of scans in the list of scans that were not done. */
  | { kind: 'failed'; message: string; notDone: number }

export interface DeskState extends Line {
  mode: 'lend' | 'return'
  borrower: DeskBorrower | undefined
  happened: Happened | undefined
  /** Acts that the server has not answered. */
  waiting: number
  /** Whether acts that wait are on the disk, and outlive this page. */
  isKept: boolean
  /** The acts of this visit that can be taken back, the last one first. */
  done: readonly string[]
  /** What was refused in this visit, the latest first. */
  refused: readonly DeskRefusal[]
  /** Scans that were not done, on this device. */
  notDone: readonly NotDone[]
}

export interface DeskOptions {
  calls: DeskCalls
  store: QueueStore
  /** Called when acts were answered that others may see. */
  onDone: () => void
  /** Called with each thing that happens: several may be over before the page shows one. */
  onHappened?: (happened: Happened) => void
}

/** Who was open, and the copy that waited for a card, when the queue of another page was taken over. */
export type FormerlyOpen = Pick<DeskState, 'borrower'> & { openId: string | undefined; waitingCopy: string | undefined }

/** Nothing has happened yet. */
export const AT_FIRST: DeskState = {
  mode: 'lend',
  borrower: undefined,
  happened: undefined,
  waiting: 0,
  hasConnection: true,
  stopped: undefined,
  isKept: false,
  done: [],
  refused: [],
  notDone: [],
}

/** The code of one of the choices that are shown, counted from 0. */
export function choiceAt(happened: Happened | undefined, at: number): string | undefined {
  const code = happened?.kind === 'scan' ? happened.answer.choices?.[at]?.code : undefined
  return code === '' ? undefined : code
}
