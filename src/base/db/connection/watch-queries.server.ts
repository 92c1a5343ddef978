import type { PoolClient } from 'pg'
import { currentContext } from '#base/lib/http/request-context.server.ts'
import { queryEnded, watchCalls } from '#base/lib/telemetry.server.ts'
import { isConnectionError } from '../database-error.server.ts'

/**
 * Adds up the time of a connection's queries for their requests, and publishes each query; tells which fail. A request whose
 * commit got no answer may have made its change or not.
 */
export function watchQueries(client: PoolClient, onFailure: (client: PoolClient, error: unknown) => void): void {
  watchCalls(client, 'query', (statement) => {
    const context = currentContext()
    const isMeasured = context !== undefined || queryEnded.hasListeners
    const startedAt = isMeasured ? performance.now() : 0
    return (error) => {
      if (error !== undefined) {
        if (context && isCommit(statement) && isConnectionError(error)) context.isOutcomeUnknown = true
        onFailure(client, error)
      }
      if (!isMeasured) return
      const milliseconds = performance.now() - startedAt
      if (context) {
        context.spent.queries += 1
        context.spent.databaseMilliseconds += milliseconds
      }
      if (queryEnded.hasListeners)
        queryEnded.publish({ context, statement, startedAt, milliseconds, isFailed: error !== undefined })
    }
  })
}

function isCommit(statement: unknown): boolean {
  const text = typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement
  return text === 'commit'
}
