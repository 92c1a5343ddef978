import { type SQL, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { currentContext, type RequestContext } from '#base/lib/http/request-context.server.ts'
import { readGeneration } from '../connection/client.server.ts'
import { prepared } from '../connection/prepared.server.ts'

/**
 * What was counted or looked up, kept for each server of the database that is read from, until connections to it break; the
 * one asked for longest ago goes first.
 */
export class VersionedCache<Value> {
  readonly #most: number
  readonly #values = new WeakMap<object, Map<string, { version: string; value: Value }>>()

  constructor(most: number) {
    this.#most = most
  }

  /** What is kept under `key`, if it is of this version of its table. */
  get(key: string, version: string): Value | undefined {
    const entry = this.#values.get(readGeneration())?.get(key)
    return entry?.version === version ? entry.value : undefined
  }

  set(key: string, version: string, value: Value): void {
    const generation = readGeneration()
    const values = this.#values.get(generation) ?? new Map<string, { version: string; value: Value }>()
    this.#values.set(generation, values)
    values.delete(key)
    values.set(key, { version, value })
    for (const oldest of values.keys()) if (values.size > this.#most) values.delete(oldest)
  }

  delete(key: string): void {
    this.#values.get(readGeneration())?.delete(key)
  }
}

/** What takes a while to find: whoever asks for the same meanwhile waits for the same. */
export class VersionedPromiseCache<Value> {
  readonly #answers: VersionedCache<Promise<Value>>

  constructor(most: number) {
    this.#answers = new VersionedCache(most)
  }

  /** The answer for this version of a table; found anew for any other. A failure is not kept. */
  async getOrLoad(key: string, version: string, find: () => Promise<Value>): Promise<Value> {
    const answer = this.#answers.get(key, version) ?? find()
    this.#answers.set(key, version, answer)
    try {
      return await answer
    } catch (error) {
      this.#answers.delete(key)
      throw error
    }
  }
}

/**
 * Says which changes of a table have been committed: whoever reads the same text sees the same rows. Not the newest
 * id alone, since a change may be committed after a later one.
 */
export const tableVersionSql = (changes: PgTable): SQL<string> =>
  sql<string>`(select count(*) || ':' || coalesce(sum(id), 0) from ${changes})`

const statements = new Map<PgTable, ReturnType<typeof statementOf>>()

const statementOf = (changes: PgTable) =>
  prepared((database) =>
    database
      .select({ version: sql<string>`count(*) || ':' || coalesce(sum(id), 0)` })
      .from(changes)
      .prepare(`version_of_${getTableName(changes)}`),
  )

const reading = new WeakMap<RequestContext, Map<object, Promise<string>>>()

/**
 * The version of a table at this moment. What one request asks of one database at the same time, as the loaders of a page
 * do, is read once.
 */
export function tableVersion(changes: PgTable): Promise<string> {
  const ofTable = statements.get(changes) ?? statementOf(changes)
  statements.set(changes, ofTable)
  const statement = ofTable()
  const read = async () => (await statement.execute())[0]?.version ?? ''
  const context = currentContext()
  if (!context) return read()
  const pending = reading.get(context) ?? new Map<object, Promise<string>>()
  reading.set(context, pending)
  const version = pending.get(statement) ?? read().finally(() => pending.delete(statement))
  pending.set(statement, version)
  return version
}

/** Milliseconds that a page waits for its total: less than another request takes. */
const PATIENCE = 15

/** A total if it is there at once; null while it is still being counted, which goes on. */
export function withTimeout(total: Promise<number>): Promise<number | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, null)
  })
  // Whoever asks again hears of a failure.
  total.catch(() => undefined)
  return Promise.race([total, late]).finally(() => clearTimeout(timer))
}
