import { sqlStateOf } from '../database-error.server.ts'

const ATTEMPTS = 5
/** PostgreSQL's codes for a transaction that only a concurrent one made fail: deadlock, serialization failure. */
const CONCURRENT = ['40P01', '40001']
/**
 * Further codes where the statements look for other rows: a row with the same key was added (unique violation), or
 * a genre was deleted (foreign key violation), after the statements had looked.
 */
export const LOOKED_UP = ['23505', '23503']

/** Repeats a transaction that failed because of a concurrent one: by a deadlock, or with one of the codes in `also`. */
export async function retryTransaction<T>(work: () => Promise<T>, also: readonly string[] = []): Promise<T> {
  const codes = new Set([...CONCURRENT, ...also])
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !codes.has(sqlStateOf(error))) throw error
    }
  }
}
