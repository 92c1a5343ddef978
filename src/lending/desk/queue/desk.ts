import type { TypedCode } from '#base/lib/scan/scan-keys.ts'
import type { NoticeCode } from '../desk-parts.schema.ts'
import type { DeskRefusal, ScanInput } from '../desk.schema.ts'
import { newActId } from '../shared/act-id.ts'
import { isCounted, type DeskItem } from './desk-queue.ts'
import { goingOn, deskRefusalOf } from './desk-refusal.ts'
import { AT_FIRST, choiceAt, type FormerlyOpen, type DeskOptions, type DeskState, type Happened } from './desk-state.ts'
import { sendUntilAnswered, SIGNED_OUT, STOPPED } from '../shared/send-again.ts'
import { WaitingActs } from './waiting-acts.ts'
import { afterScan, CHANGES } from './waiting-copy.ts'

/**
 * The acts of one desk, one after the other in the order of the scans, so that nobody waits for an answer and none is lost:
 * what got no answer is sent again with the same id until there is one, and is done once. What waits is on the disk of the
 * device; the page that is opened next goes on with it.
 */
export class Desk {
  #state: DeskState = AT_FIRST
  #listeners = new Set<() => void>()
  #options: DeskOptions
  /** The borrower for whom the next scan is. */
  #openId: string | undefined
  /** The code of a copy that waits for a card. */
  #waitingCopy: string | undefined
  #goneOn = new Set<string>()
  /** Who was open when the queue of another page was taken over. */
  #former: FormerlyOpen | undefined
  #acts: WaitingActs

  constructor(options: DeskOptions) {
    this.#options = options
    this.#acts = new WaitingActs({
      store: options.store,
      context: () => ({ borrowerId: this.#openId, waitingCopy: this.#waitingCopy }),
      run: (item) => this.#do(item),
      onChange: () => this.#noteWaiting(),
      onIdle: options.onDone,
      onKept: (isKept) => this.#set({ isKept }),
    })
  }

  id = (): string => this.#acts.id

  start = (formerId?: string): void => this.#acts.start(formerId)

  state = (): DeskState => this.#state

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Does what a scanned or typed code means. */
  scan({ text, keys }: TypedCode): void {
    this.#acts.add({
      kind: 'scan',
      actId: newActId(),
      code: text,
      ...(keys !== undefined && { keys }),
      mode: this.#state.mode,
    })
  }

  /** Lends all the same what was refused, to the borrower for whom it was refused; pressed twice, it is one act. */
  goOn(refusal: DeskRefusal): void {
    if (this.#goneOn.has(refusal.actId)) return
    this.#goneOn.add(refusal.actId)
    this.#acts.add({ kind: 'scan', actId: newActId(), ...goingOn(refusal), refusal: refusal.actId })
  }

  /** Scans one of the choices that are shown, counted from 0. */
  choose(at: number): void {
    const code = choiceAt(this.#state.happened, at)
    if (code !== undefined) this.scan({ text: code })
  }

  /** Ends with the borrower, behind the scans that were made before. */
  end(): void {
    this.#acts.add({ kind: 'end' })
  }

  setMode = (mode: DeskState['mode']): void => this.#set({ mode })

  /** Renews a loan of the open borrower, or all of them. */
  renew(loanId?: string, accepted?: NoticeCode[]): void {
    const borrowerId = this.#state.borrower?.id
    const given = { ...(loanId !== undefined && { loanId }), ...(accepted && { accepted }) }
    if (borrowerId !== undefined) this.#acts.add({ kind: 'renew', actId: newActId(), borrowerId, ...given })
  }

  /** Takes an act of today back, by default the last one of this visit. */
  undo(undoes?: string): void {
    this.#acts.add({ kind: 'undo', actId: newActId(), ...(undoes !== undefined && { undoes }) })
  }

  /** Takes a scan from the list of those that were not done, to scan it again or to leave it. */
  leaveNotDone(actId: string): void {
    this.#acts.notDone = this.#acts.notDone.filter((one) => one.actId !== actId)
    this.#noteWaiting()
    this.#acts.write()
  }

  async #do(item: DeskItem): Promise<readonly DeskItem[]> {
    switch (item.kind) {
      case 'scan':
        return this.#doScan(item)
      case 'renew':
        await this.#doRenew(item)
        break
      case 'undo':
        await this.#doUndo(item)
        break
      case 'end':
        this.#endWith(undefined)
        this.#set({ happened: undefined })
        break
      case 'resume':
        this.#former = { openId: this.#openId, borrower: this.#state.borrower, waitingCopy: this.#waitingCopy }
        this.#setOpen(item.borrowerId)
        this.#waitingCopy = item.waitingCopy
        break
      case 'abandon':
        this.#endWith(this.#former)
        this.#former = undefined
    }
    return []
  }

  /** Does what a scan means. A copy that has waited for this card comes before what was scanned since. */
  async #doScan(given: DeskItem & { kind: 'scan' }): Promise<readonly DeskItem[]> {
    const { kind: _kind, borrowerId: meant, ...item } = given
    const open = this.#openId
    const borrowerId = meant === undefined ? open : (meant ?? undefined)
    const scan: ScanInput = { ...item, ...(borrowerId !== undefined && { borrowerId }) }
    const answer = await this.#send(() => this.#options.calls.scan(scan), STOPPED)
    // Taken back, it is open again, and may be pressed again.
    this.#goneOn.delete(item.refusal ?? '')
    if ('message' in answer) return this.#notDone(answer.message)
    const waitingCopy = this.#waitingCopy
    const acts = this.#acts
    const after = afterScan({ waitingCopy, notDone: acts.notDone }, scan, answer, this.#state.mode)
    acts.notDone = after.notDone
    this.#waitingCopy = after.waitingCopy
    if ((answer.result === 'borrower' || borrowerId === open) && answer.borrower) this.#setOpen(answer.borrower.id)
    const refused = deskRefusalOf(answer)
    this.#happen(
      { kind: 'scan', scan, answer },
      {
        ...(answer.borrower?.id === this.#openId && { borrower: answer.borrower }),
        notDone: acts.notDone,
        ...(CHANGES.has(answer.result) && { done: [answer.actId, ...this.#state.done] }),
        ...(refused && { refused: [refused, ...this.#state.refused] }),
      },
    )
    return answer.result === 'borrower' && waitingCopy !== undefined && this.#state.mode === 'lend'
      ? [{ kind: 'scan', actId: newActId(), code: waitingCopy, mode: 'lend' }]
      : []
  }

  async #doRenew({ kind: _kind, ...input }: DeskItem & { kind: 'renew' }): Promise<void> {
    const answer = await this.#send(() => this.#options.calls.renew(input))
    if ('message' in answer) return this.#fail(answer.message)
    this.#happen(
      { kind: 'renewed', answer },
      {
        ...(this.#openId === answer.borrower.id && { borrower: answer.borrower }),
        ...(answer.renewed.length > 0 && { done: [input.actId, ...this.#state.done] }),
      },
    )
  }

  async #doUndo({ actId, undoes: given }: DeskItem & { kind: 'undo' }): Promise<void> {
    const { done } = this.#state
    // The last act is `done[0]` by now: all acts before this undo are answered.
    const undoes = given ?? done[0]
    if (undoes === undefined) return
    this.#set({ done: done.filter((one) => one !== undoes) })
    const borrowerId = this.#openId
    const input = { actId, undoes, ...(borrowerId !== undefined && { borrowerId }) }
    const answer = await this.#send(() => this.#options.calls.undo(input))
    if ('message' in answer) return this.#fail(answer.message)
    this.#happen({ kind: 'undone', actId: undoes }, { ...(answer.borrower && { borrower: answer.borrower }) })
  }

  /** Ends with the borrower, and goes back to the one before, if any. A copy that still waits for its card is listed. */
  #endWith(former: FormerlyOpen | undefined): void {
    if (this.#waitingCopy !== undefined) this.#acts.notDone.push({ actId: newActId(), code: this.#waitingCopy })
    this.#openId = former?.openId
    this.#waitingCopy = former?.waitingCopy
    this.#set({ borrower: former?.borrower })
  }

  #setOpen(id: string | undefined): void {
    this.#openId = id
    if (this.#state.borrower?.id !== id) this.#set({ borrower: undefined })
  }

  /**
   * After a scan that was refused as a request: what was scanned behind it, up to the end with a borrower, may have been meant
   * for another one. None of it is done, nobody is open, and all of it is listed.
   */
  #notDone(message: string): [] {
    const { items } = this.#acts
    const end = items.findIndex(({ kind }) => kind === 'end')
    const rest = [items[0], ...items.splice(1, (end === -1 ? items.length : end) - 1)]
    const scans = rest.flatMap((item) =>
      item?.kind === 'scan' ? [{ actId: item.actId, code: item.keys ?? item.code, message }] : [],
    )
    this.#setOpen(undefined)
    this.#waitingCopy = undefined
    const known = new Set(this.#acts.notDone.map(({ actId }) => actId))
    this.#acts.notDone.push(...scans.filter(({ actId }) => !known.has(actId)))
    this.#happen({ kind: 'failed', message, notDone: scans.length }, { notDone: [...this.#acts.notDone] })
    return []
  }

  /** What an act other than a scan was refused with; the open borrower is read again, who may have changed meanwhile. */
  async #fail(message: string): Promise<void> {
    this.#happen({ kind: 'failed', message, notDone: 0 })
    const { borrower } = this.#state
    if (!borrower) return
    const scan = { actId: newActId(), code: borrower.card, mode: this.#state.mode }
    const answer = await this.#send(() => this.#options.calls.scan(scan))
    if (!('message' in answer) && answer.borrower?.id === this.#openId) this.#set({ borrower: answer.borrower })
  }

  #noteWaiting(): void {
    const { items, notDone } = this.#acts
    const waiting = items.filter(isCounted).length
    this.#set({ waiting, notDone: [...notDone] })
  }

  #send<Answer extends object>(call: () => Promise<Answer>, stopped = SIGNED_OUT) {
    return sendUntilAnswered(call, stopped, (line) => this.#set(line))
  }

  #happen(happened: Happened, change: Partial<DeskState> = {}): void {
    this.#set({ happened, ...change })
    this.#options.onHappened?.(happened)
  }

  #set(change: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
