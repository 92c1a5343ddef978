import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { withClient } from '../seed.ts'
import type { Ledger } from './ledger.ts'
import type { Library } from './library.ts'

/** Milliseconds until a write that failed is sent again. */
const PAUSE = 100

/** Adds books all the time, each with its own `Idempotency-Key`, and sends one again until it is acknowledged. */
export class Writer {
  readonly acknowledged: string[] = []
  readonly #over = new AbortController()
  readonly #running: Promise<void>[]

  /** `urlOf` says where the server listens now. */
  constructor({ cookies }: Pick<Library, 'cookies'>, ledger: Ledger, urlOf: () => string, atOnce = 4) {
    const work = async (number: number) => {
      for (let count = 0; !this.#over.signal.aborted; count++) {
        const title = `Written ${number} ${count}`
        while (!(await this.#write(cookies.admin, ledger, urlOf(), title)) && !this.#over.signal.aborted)
          await sleep(PAUSE)
      }
    }
    this.#running = Array.from({ length: atOnce }, (_, number) => work(number))
  }

  async #write(cookie: string, ledger: Ledger, url: string, title: string): Promise<boolean> {
    const headers = {
      cookie,
      origin: url.replace('127.0.0.1', 'localhost'),
      'content-type': 'application/json',
      'idempotency-key': title.replaceAll(' ', '-'),
    }
    try {
      const response = await fetch(`${url}/api/v1/books`, { method: 'POST', headers, body: JSON.stringify({ title }) })
      const text = await ledger.answer('a write', response)
      if (response.status === 201) this.acknowledged.push(title)
      else if (response.status < 500 && response.status !== 409) ledger.problem(`a write was refused: ${text}`)
      // Under its key a write that was made is answered again, and is not a second book.
      else if (response.status === 409 && !text.includes('IDEMPOTENCY_KEY_IN_USE'))
        ledger.problem(`a repeated write was refused: ${text}`)
      return response.status === 201
    } catch {
      ledger.note('none')
      return false
    }
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await Promise.all(this.#running)
  }

  /** How many acknowledged books are not there exactly once. */
  countLost = ({ dataDir }: Library): Promise<number> => withClient(dataDir, (client) => this.countLostAt(client))

  /** The same of another database. */
  async countLostAt(client: Client): Promise<number> {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from unnest($1::text[]) as written(title)
         left join (select title, count(*) as times from book group by title) as there using (title)
         where times is distinct from 1`,
      [this.acknowledged],
    )
    return rows[0]?.count ?? this.acknowledged.length
  }
}
