/** Notes the answers of a run and the times without any success. */
export class Ledger {
  readonly answers = new Map<string, number>()
  readonly problems: string[] = []
  #lastSuccess = performance.now()
  #longestOutage = 0

  /** Milliseconds of the longest time without a success. */
  get longestOutage(): number {
    return this.#longestOutage
  }

  /** Counts the time without a success from now on. */
  begin(): void {
    this.#lastSuccess = performance.now()
  }

  /** `isWork` is false for what is answered without the database too. */
  note(status: number | 'none', isWork = true): void {
    const key = String(status)
    this.answers.set(key, (this.answers.get(key) ?? 0) + 1)
    if (!isWork || status === 'none' || status >= 500) return
    const at = performance.now()
    this.#longestOutage = Math.max(this.#longestOutage, at - this.#lastSuccess)
    this.#lastSuccess = at
  }

  /** Notes a broken promise; each only once. */
  problem(text: string): void {
    if (!this.problems.includes(text)) this.problems.push(text)
  }

  /** Notes an answer, and a problem when it is an error of the server other than 503 with `Retry-After`. */
  async answer(what: string, response: Response, isWork = true): Promise<string> {
    const { status, headers } = response
    this.note(status, isWork)
    const text = await response.text()
    if (status >= 500 && status !== 503) this.problem(`${what} answered ${status}: ${text.slice(0, 200)}`)
    if (status === 503 && !headers.has('retry-after')) this.problem(`${what} answered 503 without Retry-After`)
    return text
  }
}
