import { AsyncResource } from 'node:async_hooks'

interface Waiter {
  start: () => void
  expire: () => void
  timer: NodeJS.Timeout
}

export interface FairTurnsOptions {
  /** Turns that may be taken at a time. */
  max: number
  /** Turns of one client at a time, so that others always find room. */
  maxOfOne: number
  /** How many turns one client may wait for. */
  maxWaiting: number
  /** Milliseconds to wait for a turn. */
  patience: number
}

/**
 * Lets clients take turns at something scarce: who asks for much waits for itself, not the others. Turns that must wait are
 * given round robin, one to each waiting client.
 */
export class FairTurns {
  readonly #options: FairTurnsOptions
  #running = 0
  readonly #runningOf = new Map<string, number>()
  // Clients in the order of their turns: a client that got a turn goes to the end.
  readonly #waiting = new Map<string, Waiter[]>()

  constructor(options: FairTurnsOptions) {
    this.#options = options
  }

  /** How many turns are waited for. */
  get waiting(): number {
    let sum = 0
    for (const queue of this.#waiting.values()) sum += queue.length
    return sum
  }

  /**
   * Calls `start` when it is the client's turn, at once if possible, which `leave` must end. Calls `expire` instead if the
   * wait is, or gets, too long. Without a client, for work of the server itself, only the total limits.
   */
  enter(client: string | undefined, start: () => void, expire: () => void): void {
    if (this.#hasRoom(client)) {
      this.#count(client, 1)
      start()
      return
    }
    const queue = this.#waiting.get(client ?? '') ?? []
    if (queue.length >= this.#options.maxWaiting) {
      expire()
      return
    }
    const timer = setTimeout(() => this.#giveUp(client, waiter), this.#options.patience)
    // A waiting request does not keep the process alive.
    timer.unref()
    // Started in the context of the request that waits, not of the one that leaves.
    const waiter: Waiter = { start: AsyncResource.bind(start), expire, timer }
    queue.push(waiter)
    this.#waiting.set(client ?? '', queue)
  }

  /** Does the work when it is the client's turn; throws what `expired` makes if the wait is too long. */
  async run<T>(client: string | undefined, work: () => Promise<T>, expired: () => Error): Promise<T> {
    await new Promise<void>((resolve, reject) => this.enter(client, resolve, () => reject(expired())))
    try {
      return await work()
    } finally {
      this.leave(client)
    }
  }

  /** Ends a turn of the client. */
  leave(client: string | undefined): void {
    this.#count(client, -1)
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

  #hasRoom(client: string | undefined): boolean {
    if (this.#running >= this.#options.max) return false
    return client === undefined || (this.#runningOf.get(client) ?? 0) < this.#options.maxOfOne
  }

  #count(client: string | undefined, change: 1 | -1): void {
    this.#running += change
    if (client === undefined) return
    const running = (this.#runningOf.get(client) ?? 0) + change
    if (running === 0) this.#runningOf.delete(client)
    else this.#runningOf.set(client, running)
  }

  #giveUp(client: string | undefined, waiter: Waiter): void {
    const queue = this.#waiting.get(client ?? '')?.filter((other) => other !== waiter) ?? []
    if (queue.length > 0) this.#waiting.set(client ?? '', queue)
    else this.#waiting.delete(client ?? '')
    waiter.expire()
  }
}
