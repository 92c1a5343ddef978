import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { createError } from '#base/errors/create-error.server.ts'
import { requestClientKey } from '#base/lib/http/request-context.server.ts'
import { connectionTaken } from '#base/lib/telemetry.server.ts'
import { sqlStateOf } from '../database-error.server.ts'
import type { WatchedPool } from './database-watch.server.ts'
import { FairTurns } from './fair-turns.ts'
import { watchQueries } from './watch-queries.server.ts'

type Connected = Parameters<Pool['connect']>[0]

/** Milliseconds to wait for a turn. */
const PATIENCE = 15_000
/** Milliseconds to open a connection. One is asked for only when one is free, so this is not spent waiting for others. */
const OPENING = 5000
/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5
/** PostgreSQL's code for a change where only reading is possible: at a standby, or at a primary that has become one. */
const READ_ONLY = '25006'

const unavailable = () => createError('TEMPORARILY_UNAVAILABLE', { retryAfter: RETRY_AFTER })

/**
 * A pool whose connections are shared fairly: each user, API key or network of visitors has at most half of them, and
 * those that wait take turns. Without it four hundred searches of one reader stood before everybody else's page.
 *
 * When the server refuses a change because it is a standby now, and when it does not answer, none of the connections that lead
 * there is given out again.
 *
 * Waiting too long, or in too long a queue, throws TEMPORARILY_UNAVAILABLE with the seconds to wait; so does asking while the
 * database does not answer.
 */
export class FairPool extends Pool implements WatchedPool {
  readonly #turns: FairTurns
  readonly #clientKeys = new WeakMap<PoolClient, string>()
  /** When each connection in use was given out. */
  readonly #used = new Map<PoolClient, number>()
  /** Replaced when all connections are to be left; each belongs to the one in which it was opened. */
  #era: object = {}
  readonly #eras = new WeakMap<PoolClient, object>()
  readonly #left = new WeakSet<PoolClient>()
  #isRefusing = false
  #hasFailed = false
  /** A new object after each broken connection, since another server may have taken the place of this one. */
  generation: object = {}

  constructor(config: PoolConfig & { max: number }) {
    super({ connectionTimeoutMillis: OPENING, ...config })
    const { max } = config
    this.#turns = new FairTurns({ max, maxOfOne: Math.max(1, max >> 1), maxWaiting: 2000, patience: PATIENCE })
    this.on('connect', (client) => {
      this.#eras.set(client, this.#era)
      watchQueries(client, (failed, error) => this.#heed(failed, error))
    })
    this.on('error', () => this.#fail())
    this.on('release', (error, client) => {
      // A connection that is left was not given out.
      if (this.#left.has(client)) return
      this.#used.delete(client)
      if (error instanceof Error) this.#fail()
      this.#turns.leave(this.#clientKeys.get(client))
    })
  }

  #fail(): void {
    this.#hasFailed = true
    this.generation = {}
  }

  /** Gives out none of the pool's present connections again, and makes a new generation. */
  renew(): void {
    this.#era = {}
    this.#fail()
  }

  #heed(client: PoolClient, error: unknown): void {
    if (sqlStateOf(error) !== READ_ONLY || this.#eras.get(client) !== this.#era) return
    this.#era = {}
    this.#fail()
  }

  /** Whether the pool gives out no connections, since the database does not answer. */
  get isRefusing(): boolean {
    return this.#isRefusing
  }

  longestUse(): number {
    const [oldest] = this.#used.values()
    return oldest === undefined ? 0 : performance.now() - oldest
  }

  hasFailed(): boolean {
    const hasFailed = this.#hasFailed
    this.#hasFailed = false
    return hasFailed
  }

  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing
    if (!isRefusing) return
    this.generation = {}
    this.#era = {}
    // Ending a connection with a running query cuts it, and rejects the query.
    for (const client of this.#used.keys()) void endClient(client)
    this.#used.clear()
  }

  /** Requests that wait for a connection. */
  get waitingForTurn(): number {
    return this.#turns.waiting
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error ?? new Error('No connection'))))
      })
    const clientKey = requestClientKey()
    const asked = connectionTaken.hasListeners ? performance.now() : undefined
    const expire = () => callback(unavailable(), undefined, () => undefined)
    if (this.#isRefusing) return expire()
    const start = () => {
      if (this.#isRefusing) {
        // Later, since `leave` starts the next request, which is refused as well: thousands would overflow the stack.
        queueMicrotask(() => this.#turns.leave(clientKey))
        return expire()
      }
      super.connect((error, client, release) => {
        if (client && this.#eras.get(client) !== this.#era) {
          this.#left.add(client)
          release(true)
          return start()
        }
        if (!client) {
          this.#fail()
          this.#turns.leave(clientKey)
        } else {
          if (clientKey === undefined) this.#clientKeys.delete(client)
          else this.#clientKeys.set(client, clientKey)
          this.#used.set(client, performance.now())
        }
        if (asked !== undefined) connectionTaken.publish({ milliseconds: performance.now() - asked })
        callback(error, client, release)
      })
    }
    this.#turns.enter(clientKey, start, expire)
  }
}

/** `end` of a client, which the types of the pool leave out since its users release clients instead. */
async function endClient(client: PoolClient): Promise<void> {
  if ('end' in client && typeof client.end === 'function') await client.end().catch(() => undefined)
}
