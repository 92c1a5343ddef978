import { db, type Database } from './client.server.ts'

/** Prepares a statement once for the open database, at its first use. */
export function prepared<Statement>(make: (database: Database) => Statement): () => Statement {
  const statements = new WeakMap<Database, Statement>()
  return () => {
    const statement = statements.get(db) ?? make(db)
    statements.set(db, statement)
    return statement
  }
}
