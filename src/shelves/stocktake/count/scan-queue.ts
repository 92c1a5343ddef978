import { newActId } from '#lending/desk/shared/act-id.ts'
import { sendUntilAnswered, type Line } from '#lending/desk/shared/send-again.ts'
import { MOST_SCANS, type Scanned, type ScansInput } from '../stocktake.schema.ts'

/** A scan that the server has not answered, as it is kept on the disk of the device. */
export interface QueuedScan {
  id: string
  stocktakeId: string
  code: string
  keys?: string
  place: string | null
  /** When it was scanned, in milliseconds by the clock of the device: only its age is told. */
  at: number
}

/** Where scans are kept, so that they outlive a reload and a crash. */
export interface ScanStore {
  read: (stocktakeId: string) => Promise<QueuedScan[]>
  add: (scan: QueuedScan) => Promise<void>
  remove: (ids: readonly string[]) => Promise<void>
}

/** A scan as it is shown: without an answer until there is one. */
export interface ShownScan {
  id: string
  code: string
  place: string | null
  at: number
  answer?: Scanned
  isUndone?: boolean
}

export interface QueueState extends Line {
  /** Scans without an answer. */
  waiting: number
  /** Whether they are on the disk, and outlive this page. */
  isKept: boolean
  /** The scans of this page, the last one first. */
  shown: readonly ShownScan[]
}

interface QueueOptions {
  stocktakeId: string
  store: ScanStore
  send: (scans: ScansInput['scans']) => Promise<Scanned[]>
  onAnswers?: (answers: readonly Scanned[]) => void
}

/** What makes scans wait until a person has mended it: signed out, not allowed, closed, or whatever else the server says. */
const WAITS: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 413, 415, 422])
/** Scans that a page shows. */
const SHOWN = 50
/** Milliseconds between two looks for scans that other pages of this device have left. */
const LOOK_AGAIN = 5000
/** Milliseconds of the longest age that is told. */
const MOST_AGE = 30 * 86_400_000

/**
 * The scans of a device in a stock-taking, sent in groups until each has an answer. Their order does not matter and each counts
 * once by its id, so whichever page of the device finds one on the disk sends it.
 */
export class ScanQueue {
  #options: QueueOptions
  #items: QueuedScan[] = []
  /** Ids that need not be sent any more, or are among the items. */
  #known = new Set<string>()
  #written: Promise<unknown> = Promise.resolve()
  #isWorking = false
  #isStarted = false
  #listeners = new Set<() => void>()
  #state: QueueState = { waiting: 0, isKept: true, hasConnection: true, stopped: undefined, shown: [] }

  constructor(options: QueueOptions) {
    this.#options = options
  }

  state = (): QueueState => this.#state
  watch = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins to send, what other pages of this device have left behind too. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    void this.#takeOver()
    setInterval(() => void this.#takeOver(), LOOK_AGAIN)
  }

  add(code: string, keys: string | undefined, place: string | null): void {
    const { stocktakeId, store } = this.#options
    const at = Date.now()
    const scan = { id: newActId(), stocktakeId, code, ...(keys !== undefined && { keys }), place, at }
    this.#known.add(scan.id)
    this.#items.push(scan)
    this.#set({ shown: [{ id: scan.id, code, place, at }, ...this.#state.shown].slice(0, SHOWN) })
    this.#write(() => store.add(scan))
    void this.#work()
  }

  /** Shows a scan as taken back. */
  setUndone(id: string): void {
    this.#set({ shown: this.#state.shown.map((one) => (one.id === id ? { ...one, isUndone: true } : one)) })
  }

  async #takeOver(): Promise<void> {
    const { stocktakeId, store } = this.#options
    const found = await store.read(stocktakeId).catch(() => [])
    const left = found.filter(({ id }) => !this.#known.has(id))
    for (const { id } of left) this.#known.add(id)
    this.#items.push(...left)
    if (left.length > 0) this.#set({})
    void this.#work()
  }

  #write(write: () => Promise<void>): void {
    this.#written = this.#written.then(write).then(
      () => this.#set({ isKept: true }),
      () => this.#set({ isKept: false }),
    )
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    while (this.#items.length > 0) {
      const group = this.#items.slice(0, MOST_SCANS)
      const answer = await sendUntilAnswered(
        () => this.#send(group),
        WAITS,
        (line) => this.#set(line),
      )
      if ('answers' in answer) this.#answered(group, answer.answers)
    }
    this.#isWorking = false
  }

  async #send(group: readonly QueuedScan[]): Promise<{ answers: Scanned[] }> {
    const now = Date.now()
    const ageOf = (at: number) => Math.round(Math.min(Math.max(now - at, 0), MOST_AGE))
    const scans = group.map(({ id, code, keys, place, at }) => ({
      id,
      code,
      place,
      age: ageOf(at),
      ...(keys !== undefined && { keys }),
    }))
    return { answers: await this.#options.send(scans) }
  }

  #answered(group: readonly QueuedScan[], answers: readonly Scanned[]): void {
    const { store, onAnswers } = this.#options
    const ids = group.map(({ id }) => id)
    const done = new Set(ids)
    const byId = new Map(answers.map((one) => [one.id, one]))
    this.#items = this.#items.filter(({ id }) => !done.has(id))
    this.#set({
      shown: this.#state.shown.map((one) => {
        const answer = byId.get(one.id)
        return answer ? { ...one, answer } : one
      }),
    })
    // A scan that the disk keeps all the same is sent again by the next page, and counts once.
    this.#write(() => store.remove(ids))
    onAnswers?.(answers)
  }

  #set(change: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...change, waiting: this.#items.length }
    for (const listener of this.#listeners) listener()
  }
}
