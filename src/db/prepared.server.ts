import { db, type Database } from './client.server.ts'

/** A statement that is prepared once for the open database, at its first use. */
export function prepared<Statement>(make: (database: Database) => Statement): () => Statement {
  const made = new WeakMap<Database, Statement>()
  return () => {
    const statement = made.get(db) ?? make(db)
    made.set(db, statement)
    return statement
  }
}
