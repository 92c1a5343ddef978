import { quickStatement } from '#lib/quick-statement.server.ts'
import { readDb, type Database } from './client.server.ts'

/** Prepares a statement once for each server that it is read from, at its first use. */
export function prepared<Statement>(make: (database: Database) => Statement): () => Statement {
  const statements = new WeakMap<Database, Statement>()
  return () => {
    const database = readDb()
    const statement = statements.get(database) ?? quickStatement(make(database))
    statements.set(database, statement)
    return statement
  }
}
