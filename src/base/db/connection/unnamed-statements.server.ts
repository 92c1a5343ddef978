import type { PoolClient } from 'pg'

/**
 * Prepares the statements of a connection anew at each use. Behind a pooler one that has a name would be known to one
 * session, and the next transaction have another.
 */
export function disableNamedStatements(client: PoolClient): void {
  const query: (...given: unknown[]) => unknown = client.query.bind(client)
  Object.assign(client, {
    query: (statement: unknown, ...given: unknown[]) => query(unnamed(statement), ...given),
  })
}

const unnamed = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && Object.getPrototypeOf(statement) === Object.prototype
    ? { ...statement, name: undefined }
    : statement
