import { newActId } from '../shared/act-id.ts'
import {
  isEmptyQueue,
  itemsToResume,
  leftBehind,
  type DeskItem,
  type NotDone,
  type QueueStore,
  type StoredQueue,
} from './desk-queue.ts'

/** Milliseconds between two signs of life of a queue that is not empty. */
const SIGN_OF_LIFE = 3000
/** Milliseconds between two looks for queues that other pages have left behind. */
const LOOK_AGAIN = 5000

type Context = Pick<StoredQueue, 'borrowerId' | 'waitingCopy'>

interface WaitingActsOptions {
  store: QueueStore
  /** The open borrower, and the copy that waits for a card, before the first of the acts. */
  context: () => Context
  /** Does an act. Returns the acts that it adds, to be done before the others that wait. */
  run: (item: DeskItem) => Promise<readonly DeskItem[]>
  /** Called when acts have come or gone. */
  onChange: () => void
  /** Called when no act waits any more. */
  onIdle: () => void
  /** Called with whether the disk has taken the acts. */
  onKept: (isKept: boolean) => void
}

/** The acts of a page of the desk that wait, done one after the other, and kept on the disk of the device until then. */
export class WaitingActs {
  readonly id = newActId()
  readonly items: DeskItem[] = []
  notDone: NotDone[] = []
  #options: WaitingActsOptions
  /** Set once the page has started; resolves when the acts that other pages left behind are taken over. */
  #isLoaded: Promise<void> | undefined
  #isWorking = false
  /** The context before the act that is being done, which changes the context before it ends. */
  #before: Context | undefined
  #written: Promise<unknown> = Promise.resolve()
  #alive: ReturnType<typeof setInterval> | undefined

  constructor(options: WaitingActsOptions) {
    this.#options = options
  }

  /** Begins to do acts, first those that pages of this device have left behind: that of `formerId` at once. */
  start(formerId?: string): void {
    if (!this.#isLoaded) {
      this.#isLoaded = this.#takeOver((items) => this.items.unshift(...items), formerId).catch(() => undefined)
      // A page that was closed a moment ago is known to be gone some seconds later.
      const look = () => this.#takeOver((items) => this.items.push(...items)).catch(() => undefined)
      setInterval(() => void look(), LOOK_AGAIN)
    }
    void this.#work()
  }

  add(item: DeskItem): void {
    this.items.push(item)
    this.#options.onChange()
    this.write()
    void this.#work()
  }

  /** Writes what waits to the disk, and says from time to time that this page is still there. */
  write(takenOver?: readonly string[]): void {
    const { store, onKept } = this.#options
    this.#written = this.#written.then(() =>
      store.write(this.#queue(), takenOver).then(
        () => onKept(true),
        () => onKept(false),
      ),
    )
    clearInterval(this.#alive)
    if (!isEmptyQueue(this.#queue())) this.#alive = setInterval(() => this.write(), SIGN_OF_LIFE)
  }

  /** Takes over what other pages have left behind: before what waits here at the start, later behind it. */
  async #takeOver(put: (items: DeskItem[]) => void, formerId?: string): Promise<void> {
    const queues = leftBehind(await this.#options.store.read(), formerId, Date.now()).filter(({ id }) => id !== this.id)
    this.#options.onKept(true)
    put(queues.flatMap(itemsToResume))
    this.notDone.unshift(...queues.flatMap(({ notDone }) => notDone))
    this.#options.onChange()
    if (queues.length > 0) this.write(queues.map(({ id }) => id))
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#isWorking || !this.#isLoaded) return
    this.#isWorking = true
    await this.#isLoaded
    const hasWork = this.items.length > 0
    for (let item = this.items[0]; item; item = this.items[0]) {
      this.#before = this.#options.context()
      const following = await this.#options.run(item)
      // Written in one step with what the act has changed: the disk has the state before the act or after it.
      this.items.splice(0, 1, ...following)
      this.#before = this.#options.context()
      this.#options.onChange()
      this.write()
    }
    this.#before = undefined
    this.#isWorking = false
    if (hasWork) this.#options.onIdle()
  }

  #queue(): StoredQueue {
    const { id, items, notDone } = this
    return {
      id,
      at: Date.now(),
      ...(this.#before ?? this.#options.context()),
      items: [...items],
      notDone: [...notDone],
    }
  }
}
