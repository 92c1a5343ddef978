import { setTimeout as sleep } from 'node:timers/promises'
import { csv, send, waitFor } from '../../import-calls.ts'
import type { Cookies } from '../../people.ts'
import type { Ledger } from '../ledger.ts'
import { Visitor } from '../visitor.ts'
import { Writer } from '../writer.ts'

const ROWS = 4000
const LISTS = ['/api/v1/books', '/api/v1/books?searchTerm=written', '/app/books']

/** What was seen since a fault. */
interface Seen {
  /** Milliseconds of the longest time without an acknowledged write. */
  withoutWrites: number
  /** Answers to readers by status, while nothing was written for more than a second. */
  lists: Map<number, number>
  others: Map<number, number>
}

/** Readers, savers and imports, at two servers in turn. */
export class Load {
  readonly writer: Writer
  readonly imports: Promise<void>[] = []
  readonly #visitor: Visitor
  readonly #url: string
  readonly #cookies: Cookies
  readonly #ledger: Ledger
  readonly #timer: NodeJS.Timeout
  #lastCount = 0
  #lastWrite = performance.now()
  #seen: Seen = { withoutWrites: 0, lists: new Map(), others: new Map() }
  #importing = false

  constructor(url: string, cookies: Cookies, ledger: Ledger) {
    this.#url = url
    this.#cookies = cookies
    this.#ledger = ledger
    this.writer = new Writer({ cookies }, ledger, () => url)
    const paths = [...LISTS, '/api/v1/me', '/manager/dashboard']
    const visits = paths.map((path) => ({
      name: path,
      url: `${url}${path}`,
      headers: { cookie: path.startsWith('/manager') ? cookies.admin : cookies.reader },
      check: ({ status }: Response) => {
        this.#note(path, status)
        // A session that is lost is sent to the login.
        return status === 200 || status === 503 ? undefined : `answered ${status}`
      },
    }))
    this.#visitor = new Visitor(visits, ledger, 100)
    this.#timer = setInterval(() => this.#look(), 20)
  }

  #look(): void {
    const at = performance.now()
    this.#seen.withoutWrites = Math.max(this.#seen.withoutWrites, at - this.#lastWrite)
    if (this.writer.acknowledged.length === this.#lastCount) return
    this.#lastCount = this.writer.acknowledged.length
    this.#lastWrite = at
  }

  #note(path: string, status: number): void {
    if (performance.now() - this.#lastWrite < 1000) return
    const seen = LISTS.includes(path) ? this.#seen.lists : this.#seen.others
    seen.set(status, (seen.get(status) ?? 0) + 1)
  }

  /** What was seen since the last call. */
  takeSeen(): Seen {
    const seen = this.#seen
    this.#seen = { withoutWrites: 0, lists: new Map(), others: new Map() }
    this.#lastWrite = performance.now()
    return seen
  }

  /** Starts an import if none runs. */
  startImport(seed: number): void {
    if (this.#importing) return
    this.#importing = true
    this.imports.push(this.#import(seed).finally(() => (this.#importing = false)))
  }

  async #import(seed: number): Promise<void> {
    const maktaba = { url: this.#url }
    try {
      const { id } = await answered(() => send(maktaba, this.#cookies, csv(ROWS, seed)))
      const done = await answered(() => waitFor(maktaba, this.#cookies, id))
      if (done.created + done.unchanged !== ROWS)
        this.#ledger.problem(`an import of ${ROWS} rows ended with ${JSON.stringify(done)}`)
    } catch (error) {
      this.#ledger.problem(`an import: ${String(error).slice(0, 300)}`)
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.imports)
    await this.#visitor.stop()
    await this.writer.stop()
    clearInterval(this.#timer)
  }
}

/** Asks again after each 503. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!String(error).includes('answered 503')) throw error
      await sleep(500)
    }
  }
}
