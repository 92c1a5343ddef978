import { drizzleClientOf, quickStatement } from '#base/lib/quick-statement.server.ts'
import { readDb, type Database, type Queryable } from './client.server.ts'

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

/** As `prepared`, for a transaction: once for each connection, since building a statement takes longer than sending. */
export function preparedIn<Statement>(make: (on: Queryable) => Statement): (on: Queryable) => Statement {
  const statements = new WeakMap<object, Statement>()
  return (on) => {
    const connection = drizzleClientOf(on)
    const statement = statements.get(connection) ?? quickStatement(make(on))
    statements.set(connection, statement)
    return statement
  }
}
