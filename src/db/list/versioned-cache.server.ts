import { db, type Database } from '../client.server.ts'

/** What was counted or looked up, kept for the open database; the one asked for longest ago goes first. */
export class VersionedCache<Value> {
  readonly #most: number
  readonly #values = new WeakMap<Database, Map<string, { version: string; value: Value }>>()

  constructor(most: number) {
    this.#most = most
  }

  /** What is kept under `key`, if it is of this version of its table. */
  get(key: string, version: string): Value | undefined {
    const entry = this.#values.get(db)?.get(key)
    return entry?.version === version ? entry.value : undefined
  }

  set(key: string, version: string, value: Value): void {
    const values = this.#values.get(db) ?? new Map<string, { version: string; value: Value }>()
    this.#values.set(db, values)
    values.delete(key)
    values.set(key, { version, value })
    for (const oldest of values.keys()) if (values.size > this.#most) values.delete(oldest)
  }

  delete(key: string): void {
    this.#values.get(db)?.delete(key)
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
