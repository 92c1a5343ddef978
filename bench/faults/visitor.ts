import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'

export interface Visit {
  name: string
  url: string
  headers?: Record<string, string>
  /** Whether it is answered without the database too. */
  isAlways?: boolean
  /** Checks an answer; returns what is wrong with it. */
  check?: (response: Response, text: string) => string | undefined
}

/** Milliseconds that an answer may take under a fault, unless it is said otherwise. */
const SLOWEST = 20_000

/** Opens addresses again and again, and notes their answers. */
export class Visitor {
  readonly #over = new AbortController()
  readonly #running: Promise<void>[]
  readonly #slowest: number
  /** The longest answer in milliseconds, by name. */
  readonly longest = new Map<string, number>()

  constructor(visits: readonly Visit[], ledger: Ledger, pause = 200, slowest = SLOWEST) {
    this.#slowest = slowest
    const look = async (visit: Visit) => {
      while (!this.#over.signal.aborted) {
        await this.#visit(visit, ledger)
        await sleep(pause)
      }
    }
    this.#running = visits.map(look)
  }

  async #visit({ name, url, headers = {}, check, isAlways = false }: Visit, ledger: Ledger): Promise<void> {
    const started = performance.now()
    try {
      const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(this.#slowest) })
      const text = await ledger.answer(name, response, !isAlways)
      const problem = check?.(response, text)
      if (problem !== undefined) ledger.problem(`${name}: ${problem}`)
    } catch (error) {
      ledger.note('none')
      ledger.problem(`${name} was not answered: ${String(error instanceof Error ? (error.cause ?? error) : error)}`)
    }
    this.longest.set(name, Math.max(this.longest.get(name) ?? 0, performance.now() - started))
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await Promise.all(this.#running)
  }
}
