import { fromThrown } from '#errors/local-error.ts'
import { isWithoutAnswer } from '#lib/connection/without-answer.ts'
import { newActId } from './act-id.ts'
import type { DeskBorrower, NoticeCode } from '../desk-parts.schema.ts'
import type { RenewAnswer, RenewInput, ScanAnswer, ScanInput, UndoAnswer, UndoInput } from '../desk.schema.ts'

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
  /** `dropped`: scans that stood behind it in the queue, and were not done. */
  | { kind: 'failed'; message: string; dropped: number }

export interface DeskState {
  mode: 'lend' | 'return'
  borrower: DeskBorrower | undefined
  happened: Happened | undefined
  /** Acts that the server has not answered. */
  waiting: number
  hasConnection: boolean
  /** The acts of this visit that can be taken back, the last one first. */
  done: readonly string[]
}

interface Scanning extends Pick<ScanInput, 'mode' | 'accepted'> {
  /** Given where it is not the open one. */
  borrowerId?: string | undefined
}

/** Milliseconds after which an act without an answer is sent again. */
const AGAIN = 2000

const CHANGES = new Set<ScanAnswer['result']>(['lent', 'returned', 'returned_and_lent'])

/**
 * The acts of one desk, one after the other in the order of the scans, so that nobody waits for an answer and none is lost:
 * what got no answer is sent again with the same id until there is one, and is done once.
 */
export class Desk {
  #state: DeskState = {
    mode: 'lend',
    borrower: undefined,
    happened: undefined,
    waiting: 0,
    hasConnection: true,
    done: [],
  }
  #acts: (() => Promise<void>)[] = []
  #isWorking = false
  #listeners = new Set<() => void>()
  #calls: DeskCalls
  #onDone: () => void
  /** The code of a copy that waits for a card. */
  #waitingCopy: string | undefined

  /** `onDone` is called when an act was answered that others may see. */
  constructor(calls: DeskCalls, onDone: () => void) {
    this.#calls = calls
    this.#onDone = onDone
  }

  state = (): DeskState => this.#state

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Does what a scanned or typed code means. */
  scan(code: string): void {
    this.#add(this.#scanning(code, { mode: this.#state.mode }))
  }

  /** Does what was refused all the same, for the borrower for whom it was refused. */
  goOn(): void {
    const { happened } = this.#state
    const accepted = happened && refusedOf(happened)
    if (happened?.kind !== 'scan' || !accepted) return
    const { code, mode, borrowerId } = happened.scan
    // Pressed twice, it is one act.
    this.#set({ happened: undefined })
    this.#add(this.#scanning(code, { mode, accepted, borrowerId }))
  }

  /** Scans one of the choices that are shown, counted from 0. */
  choose(at: number): void {
    const { happened } = this.#state
    const choice = happened?.kind === 'scan' ? happened.answer.choices?.[at] : undefined
    if (choice) this.scan(choice.code)
  }

  /** Ends with the borrower, behind the scans that were made before. */
  end(): void {
    this.#add(async () => {
      this.#waitingCopy = undefined
      this.#set({ borrower: undefined, happened: undefined })
    })
  }

  setMode(mode: DeskState['mode']): void {
    this.#waitingCopy = undefined
    this.#set({ mode })
  }

  /** Renews a loan of the open borrower, or all of them. */
  renew(loanId?: string, accepted?: NoticeCode[]): void {
    const { borrower } = this.#state
    if (!borrower) return
    const input = {
      actId: newActId(),
      borrowerId: borrower.id,
      ...(loanId !== undefined && { loanId }),
      ...(accepted && { accepted }),
    }
    this.#add(async () => {
      const answer = await this.#send(() => this.#calls.renew(input))
      if (!answer) return
      this.#set({
        happened: { kind: 'renewed', answer },
        ...(this.#state.borrower?.id === answer.borrower.id && { borrower: answer.borrower }),
        ...(answer.renewed.length > 0 && { done: [input.actId, ...this.#state.done] }),
      })
    })
  }

  /** Takes an act of today back, by default the last one of this visit. */
  undo(given?: string): void {
    const id = newActId()
    this.#add(async () => {
      const { borrower, done } = this.#state
      // The last act is known when those before this one are answered.
      const actId = given ?? done[0]
      if (actId === undefined) return
      this.#set({ done: done.filter((one) => one !== actId) })
      const input = { actId: id, undoes: actId, ...(borrower && { borrowerId: borrower.id }) }
      const answer = await this.#send(() => this.#calls.undo(input))
      if (answer)
        this.#set({ happened: { kind: 'undone', actId }, ...(answer.borrower && { borrower: answer.borrower }) })
    })
  }

  /** A scan for the borrower who is open when its turn comes, or for a given one. */
  #scanning(code: string, { mode, accepted, ...given }: Scanning): () => Promise<void> {
    const actId = newActId()
    return async () => {
      const open = this.#state.borrower?.id
      const borrowerId = 'borrowerId' in given ? given.borrowerId : open
      const scan = { actId, code, mode, ...(accepted && { accepted }), ...(borrowerId !== undefined && { borrowerId }) }
      const answer = await this.#send(() => this.#calls.scan(scan))
      if (!answer) return this.#dropRest()
      const waitingCopy = this.#waitingCopy
      this.#waitingCopy = answer.result === 'waiting' ? code : answer.result === 'choose' ? waitingCopy : undefined
      this.#set({
        happened: { kind: 'scan', scan, answer },
        ...((answer.result === 'borrower' || borrowerId === open) && answer.borrower && { borrower: answer.borrower }),
        ...(CHANGES.has(answer.result) && { done: [actId, ...this.#state.done] }),
      })
      // The copy that has waited for this card, before what was scanned since.
      if (answer.result === 'borrower' && waitingCopy !== undefined)
        await this.#scanning(waitingCopy, { mode: 'lend' })()
    }
  }

  /**
   * After a scan that was refused as a request: what was scanned behind it may have been meant for another borrower, so it
   * is not done, and nobody is open.
   */
  #dropRest(): void {
    const { happened } = this.#state
    const dropped = this.#acts.splice(1).length
    this.#waitingCopy = undefined
    this.#set({ borrower: undefined, ...(happened?.kind === 'failed' && { happened: { ...happened, dropped } }) })
  }

  #add(act: () => Promise<void>): void {
    this.#acts.push(act)
    this.#set({ waiting: this.#acts.length })
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    for (let act = this.#acts[0]; act; act = this.#acts[0]) {
      await act()
      this.#acts.shift()
      this.#set({ waiting: this.#acts.length })
    }
    this.#isWorking = false
    this.#onDone()
  }

  /** The answer to an act, which is sent until there is one; undefined where the server has refused it. */
  async #send<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
    for (;;) {
      try {
        const answer = await call()
        this.#set({ hasConnection: true })
        return answer
      } catch (thrown) {
        const { status, message } = fromThrown(thrown)
        // Too many requests, or a server that fails for a moment: the act is sent again too.
        const isPassing = isWithoutAnswer(status) || status === 429 || status >= 500
        if (!isPassing) {
          this.#set({ hasConnection: true, happened: { kind: 'failed', message, dropped: 0 } })
          return undefined
        }
        this.#set({ hasConnection: !isWithoutAnswer(status) })
        await new Promise((resolve) => setTimeout(resolve, AGAIN))
      }
    }
  }

  #set(change: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Notices that stop an act. */
const STOPS = new Set<NoticeCode>([
  ...(['limit', 'overdue', 'expired', 'held', 'blocked'] as const),
  ...(['reference', 'withdrawn', 'busy', 'renewals', 'hold_waits'] as const),
])

/**
 * The notices in spite of which a copy may be lent all the same, that was not, or that came back first; undefined where
 * nothing was refused, or where there is no way on.
 */
export function refusedOf(happened: Happened): NoticeCode[] | undefined {
  if (happened.kind !== 'scan') return undefined
  const { scan, answer } = happened
  const stops = answer.notices.filter(({ code }) => STOPS.has(code))
  const isRefused = answer.result === 'refused' || answer.result === 'returned'
  if (!isRefused || stops.length === 0 || stops.some(({ canGoOn }) => !canGoOn)) return undefined
  return [...new Set([...(scan.accepted ?? []), ...stops.map(({ code }) => code)])]
}
