import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { createError } from '#errors/create-error.server.ts'
import { requestParty } from '#lib/request-context.server.ts'
import { connectionTaken } from '#lib/telemetry.server.ts'
import { FairTurns } from './fair-turns.ts'
import { watchQueries } from './watch-queries.server.ts'

type Connected = Parameters<Pool['connect']>[0]

/** Milliseconds to wait for a connection. */
const PATIENCE = 15_000
/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5

/**
 * A pool whose connections are shared fairly: each session, API key or network of visitors has at most half of them, and
 * those that wait take turns. Without it four hundred searches of one reader stood before everybody else's page.
 *
 * Waiting too long, or in too long a line, throws SERVICE_UNAVAILABLE with the seconds to wait.
 */
export class FairPool extends Pool {
  readonly #turns: FairTurns
  readonly #parties = new WeakMap<PoolClient, string>()

  constructor(config: PoolConfig & { max: number }) {
    // A connection is asked for only when one is free, so this is the time to open it.
    super({ ...config, connectionTimeoutMillis: PATIENCE })
    const { max } = config
    this.#turns = new FairTurns({ max, maxOfOne: Math.max(1, max >> 1), maxWaiting: 2000, patience: PATIENCE })
    this.on('connect', watchQueries)
    this.on('release', (_, client) => this.#turns.leave(this.#parties.get(client)))
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
    const party = requestParty()
    const asked = connectionTaken.hasListeners ? performance.now() : undefined
    const start = () =>
      super.connect((error, client, release) => {
        if (!client) this.#turns.leave(party)
        else if (party === undefined) this.#parties.delete(client)
        else this.#parties.set(client, party)
        if (asked !== undefined) connectionTaken.publish({ milliseconds: performance.now() - asked })
        callback(error, client, release)
      })
    const expire = () =>
      callback(createError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER }), undefined, () => undefined)
    this.#turns.enter(party, start, expire)
  }
}
