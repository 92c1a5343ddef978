/** Requests that begin in one turn of the event loop. */
const PER_TURN = 2

/**
 * Spreads the beginnings of requests over turns of the event loop. Of a thousand requests at once each would otherwise be
 * parsed, checked and looked up before anything goes on for the others. Those that wait begin round robin, one of each
 * client. A request that has begun is not counted any more, so a slow client does not delay others.
 */
export class RequestStarts {
  readonly #waiting = new Map<string, (() => void)[]>()
  #begun = 0
  #isScheduled = false

  /** Resolves when the request may begin; undefined if that is at once. `clientOf` is called only if it must wait. */
  wait(clientOf: () => string): Promise<void> | undefined {
    this.#schedule()
    if (this.#begun < PER_TURN) {
      this.#begun += 1
      return undefined
    }
    const client = clientOf()
    return new Promise((resolve) => {
      const queue = this.#waiting.get(client)
      if (queue) queue.push(resolve)
      else this.#waiting.set(client, [resolve])
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#turn())
  }

  #turn(): void {
    this.#isScheduled = false
    this.#begun = 0
    for (const [client, queue] of this.#waiting) {
      if (this.#begun >= PER_TURN) break
      this.#begun += 1
      queue.shift()?.()
      // A client with further requests goes to the end of the round.
      this.#waiting.delete(client)
      if (queue.length > 0) this.#waiting.set(client, queue)
    }
    if (this.#waiting.size > 0) this.#schedule()
  }
}
