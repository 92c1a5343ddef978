import { Client } from 'pg'
import type { Connection } from '../connection/client.server.ts'
import { parseLsn, type Lsn } from './lsn.ts'
import { ReplicaLag } from './replica-lag.ts'

/** Times of the watch, in milliseconds. */
const TIMES = {
  /** Between two questions to a server. */
  interval: 250,
  /** In which a server must answer. */
  patience: 2000,
  /** How old an answer of the replica may be. */
  freshness: 1000,
  /** How far behind a replica is no longer read from, and how near it must come to be read from again. */
  most: 10_000,
  near: 2000,
}

/** Why a replica is not read from. */
export type Unused = 'unknown' | 'silent' | 'not_standby' | 'other_database' | 'other_timeline' | 'behind'

export interface ReplicaWatchOptions {
  primary: Connection
  replica: Connection
  /** The `generation` of the replica's pool. */
  generation: () => object
  /** Called when the replica can be read from again, or no longer. */
  onChange: (why: Unused | undefined, behind: number) => void
  times?: typeof TIMES
}

const IDENTITY = `(select system_identifier::text from pg_control_system()) as system`
const PRIMARY = `select pg_current_wal_flush_lsn()::text as lsn, ${IDENTITY},
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`
// The first is shown to `pg_read_all_stats` alone; the other one is minutes late after a failover.
const REPLICA = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn, ${IDENTITY},
  coalesce((select received_tli from pg_stat_wal_receiver), (select timeline_id from pg_control_checkpoint())) as timeline`

interface Answer {
  lsn: string | null
  system: string
  timeline: number
}

/** Knows, by asking four times a second, whether a replica may be read from, and which changes it has. */
export class ReplicaWatch {
  readonly #options: ReplicaWatchOptions
  readonly #times: typeof TIMES
  readonly #lag = new ReplicaLag()
  readonly #primary: Asked
  readonly #replica: Asked
  readonly #timer: NodeJS.Timeout
  #isAsking = false
  #why: Unused | undefined = 'unknown'
  #told: Unused | undefined | 'nothing' = 'nothing'
  #replayed: Lsn = 0n
  #behind = 0
  #askedAt = -Infinity
  #generation: object | undefined
  #of: Omit<Answer, 'lsn'> | undefined
  /** As of the last time that both servers answered: while the primary is away its timeline cannot be read. */
  #isOtherTimeline = false

  constructor(options: ReplicaWatchOptions) {
    this.#options = options
    this.#times = options.times ?? TIMES
    this.#primary = new Asked(options.primary, PRIMARY, this.#times.patience)
    this.#replica = new Asked(options.replica, REPLICA, this.#times.patience)
    this.#timer = setInterval(() => void this.ask(), this.#times.interval).unref()
  }

  /** Milliseconds that the replica is behind; undefined while it is not read from for another reason. */
  get behind(): number | undefined {
    return this.#why === undefined || this.#why === 'behind' ? this.#behind : undefined
  }

  /** Why the replica is not read from; undefined while it is. */
  get unused(): Unused | undefined {
    return this.#why
  }

  /** Whether the replica may be read from now, and has all changes up to `written`. */
  has(written: Lsn): boolean {
    const isFresh =
      performance.now() - this.#askedAt < this.#times.freshness && this.#generation === this.#options.generation()
    return this.#why === undefined && isFresh && written <= this.#replayed
  }

  /** Asks both servers once. */
  async ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      const generation = this.#options.generation()
      // Another server may be behind the address.
      if (generation !== this.#generation) this.#replica.forget()
      const [primary, replica] = await Promise.all([this.#primary.answer(), this.#replica.answer()])
      this.#judge(primary, replica)
      this.#generation = generation
      this.#askedAt = performance.now()
    } finally {
      this.#isAsking = false
    }
    if (this.#told === this.#why) return
    this.#told = this.#why
    this.#options.onChange(this.#why, this.#behind)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([this.#primary.forget(), this.#replica.forget()])
  }

  #judge(primary: Answer | undefined, replica: Answer | undefined): void {
    const at = performance.now()
    const written = parseLsn(primary?.lsn)
    if (primary && written !== undefined) {
      this.#of = primary
      this.#lag.note(at, written)
    }
    if (primary && replica) this.#isOtherTimeline = primary.timeline !== replica.timeline
    const replayed = parseLsn(replica?.lsn)
    if (replayed === undefined) this.#replayed = 0n
    else {
      this.#replayed = replayed
      this.#behind = this.#lag.behind(at, replayed)
    }
    this.#why = this.#reason(replica, replayed)
  }

  #reason(replica: Answer | undefined, replayed: Lsn | undefined): Unused | undefined {
    if (!replica || !this.#of) return 'silent'
    if (replayed === undefined) return 'not_standby'
    if (replica.system !== this.#of.system) return 'other_database'
    if (this.#isOtherTimeline) return 'other_timeline'
    const limit = this.#why === 'behind' ? this.#times.near : this.#times.most
    if (this.#behind > limit) return 'behind'
    return this.#lag.isKnown ? undefined : this.#why === 'behind' ? 'behind' : 'unknown'
  }
}

/** A server that is asked the same again and again, on a connection of its own. */
class Asked {
  readonly #connection: Connection
  readonly #question: string
  readonly #patience: number
  #client: Client | undefined

  constructor(connection: Connection, question: string, patience: number) {
    this.#connection = connection
    this.#question = question
    this.#patience = patience
  }

  /** The server's answer, asked on a new connection if the kept one gives none; undefined without an answer. */
  async answer(): Promise<Answer | undefined> {
    return (this.#client && (await this.#try())) ?? this.#try()
  }

  async #try(): Promise<Answer | undefined> {
    try {
      const client = this.#client ?? (await this.#open())
      this.#client = client
      return (await client.query<Answer>(this.#question)).rows[0]
    } catch {
      void this.forget()
      return undefined
    }
  }

  async #open(): Promise<Client> {
    const patience = this.#patience
    const client = new Client({
      ...this.#connection,
      application_name: 'maktaba replica',
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async forget(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }
}
