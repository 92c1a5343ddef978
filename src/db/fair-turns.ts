import { AsyncResource } from 'node:async_hooks'

interface Waiter {
  start: () => void
  expire: () => void
  timer: NodeJS.Timeout
}

export interface FairTurnsOptions {
  /** Turns at a time. */
  max: number
  /** Turns of one party at a time, so that others always find room. */
  maxOfOne: number
  /** How many turns one party may wait for. */
  maxWaiting: number
  /** Milliseconds to wait for a turn. */
  patience: number
}

/**
 * Lets parties take turns at something scarce: who asks for much waits for itself, not the others. Turns that must wait are
 * given round robin, one to each waiting party.
 */
export class FairTurns {
  readonly #options: FairTurnsOptions
  #running = 0
  readonly #runningOf = new Map<string, number>()
  // In the order of their turns: a party that got one goes to the end.
  readonly #waiting = new Map<string, Waiter[]>()

  constructor(options: FairTurnsOptions) {
    this.#options = options
  }

  /** How many wait for a turn. */
  get waiting(): number {
    let sum = 0
    for (const queue of this.#waiting.values()) sum += queue.length
    return sum
  }

  /**
   * Calls `start` when it is the party's turn, at once if possible, which `leave` must end. Calls `expire` instead if the
   * wait is, or gets, too long. Without a party, for work of the server itself, only the total limits.
   */
  enter(party: string | undefined, start: () => void, expire: () => void): void {
    if (this.#hasRoom(party)) {
      this.#count(party, 1)
      start()
      return
    }
    const queue = this.#waiting.get(party ?? '') ?? []
    if (queue.length >= this.#options.maxWaiting) {
      expire()
      return
    }
    const timer = setTimeout(() => this.#giveUp(party, waiter), this.#options.patience)
    // A waiting request does not keep the process alive.
    timer.unref()
    // Started in the context of the request that waits, not of the one that leaves.
    const waiter: Waiter = { start: AsyncResource.bind(start), expire, timer }
    queue.push(waiter)
    this.#waiting.set(party ?? '', queue)
  }

  /** Does the work when it is the party's turn; throws what `expired` makes if the wait is too long. */
  async run<T>(party: string | undefined, work: () => Promise<T>, expired: () => Error): Promise<T> {
    await new Promise<void>((resolve, reject) => this.enter(party, resolve, () => reject(expired())))
    try {
      return await work()
    } finally {
      this.leave(party)
    }
  }

  /** Ends a turn of the party. */
  leave(party: string | undefined): void {
    this.#count(party, -1)
    for (const [key, queue] of this.#waiting) {
      const next = key === '' ? undefined : key
      if (!this.#hasRoom(next)) continue
      const waiter = queue.shift()
      this.#waiting.delete(key)
      if (queue.length > 0) this.#waiting.set(key, queue)
      if (!waiter) continue
      clearTimeout(waiter.timer)
      this.#count(next, 1)
      waiter.start()
      return
    }
  }

  #hasRoom(party: string | undefined): boolean {
    if (this.#running >= this.#options.max) return false
    return party === undefined || (this.#runningOf.get(party) ?? 0) < this.#options.maxOfOne
  }

  #count(party: string | undefined, change: 1 | -1): void {
    this.#running += change
    if (party === undefined) return
    const running = (this.#runningOf.get(party) ?? 0) + change
    if (running === 0) this.#runningOf.delete(party)
    else this.#runningOf.set(party, running)
  }

  #giveUp(party: string | undefined, waiter: Waiter): void {
    const queue = this.#waiting.get(party ?? '')?.filter((other) => other !== waiter) ?? []
    if (queue.length > 0) this.#waiting.set(party ?? '', queue)
    else this.#waiting.delete(party ?? '')
    waiter.expire()
  }
}
