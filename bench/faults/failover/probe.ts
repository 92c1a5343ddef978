import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Cluster, DatabaseName } from './cluster.ts'

/** Milliseconds between two questions. */
const PAUSE = 200

/** A connection to a database that is made anew after each failure. */
class Connected {
  readonly #cluster: Cluster
  readonly #name: DatabaseName
  #client: Client | undefined
  /** Whether PostgreSQL has said something beside the answers, such as that it has not waited for the standby. */
  hasNotice = false

  constructor(cluster: Cluster, name: DatabaseName) {
    this.#cluster = cluster
    this.#name = name
  }

  /** What `work` returns; undefined where it failed. */
  async try<T>(work: (client: Client) => Promise<T>): Promise<T | undefined> {
    try {
      this.#client ??= await this.#open()
      this.hasNotice = false
      return await work(this.#client)
    } catch {
      this.close()
      return undefined
    }
  }

  async #open(): Promise<Client> {
    const client = await this.#cluster.connect(this.#name, 'probe')
    client.on('notice', () => (this.hasNotice = true))
    return client
  }

  close(): void {
    void this.#client?.end().catch(() => undefined)
    this.#client = undefined
  }
}

async function isPrimary(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as is')
  return rows[0]?.is === true
}

/**
 * Asks both databases all the time, past the network, whether they take writes: what any of them acknowledges must be in the
 * one that is the primary at the end. Two primaries would each have something that the other one lacks.
 */
export class Probe {
  /** How often both said at the same time that they are the primary. */
  both = 0
  readonly #cluster: Cluster
  readonly #acknowledged: string[] = []
  readonly #over = new AbortController()
  #running: Promise<void>[] = []

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  async start(primary: DatabaseName): Promise<void> {
    const client = await this.#cluster.connect(primary, 'probe')
    await client.query('create table if not exists probe (id text primary key)')
    await client.end()
    this.#running = [this.#write('db1'), this.#write('db2'), this.#look()]
  }

  async #write(name: DatabaseName): Promise<void> {
    const database = new Connected(this.#cluster, name)
    for (let count = 0; !this.#over.signal.aborted; count++) {
      const id = `${name} ${count}`
      const written = await database.try((client) => client.query('insert into probe values ($1)', [id]))
      if (written && !database.hasNotice) this.#acknowledged.push(id)
      await sleep(PAUSE)
    }
    database.close()
  }

  async #look(): Promise<void> {
    const databases = [new Connected(this.#cluster, 'db1'), new Connected(this.#cluster, 'db2')]
    while (!this.#over.signal.aborted) {
      const answers = await Promise.all(databases.map((one) => one.try(isPrimary)))
      if (answers.every((answer) => answer === true)) this.both += 1
      await sleep(PAUSE)
    }
    for (const one of databases) one.close()
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await Promise.all(this.#running)
  }

  get acknowledged(): number {
    return this.#acknowledged.length
  }

  /** How many acknowledged writes the primary lacks. */
  async countLost(primary: DatabaseName): Promise<number> {
    const client = await this.#cluster.connect(primary, 'probe')
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from unnest($1::text[]) as written(id) where id not in (select id from probe)',
      [this.#acknowledged],
    )
    await client.end()
    return rows[0]?.count ?? -1
  }
}
