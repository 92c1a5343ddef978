import type { PoolClient } from 'pg'
import { currentContext } from '#lib/http/request-context.server.ts'
import { queryEnded, watchCalls } from '#lib/telemetry.server.ts'

/** Adds up the time of a connection's queries for their requests, and publishes each query. */
export function watchQueries(client: PoolClient): void {
  watchCalls(client, 'query', (statement) => {
    const context = currentContext()
    if (!context && !queryEnded.hasListeners) return undefined
    const startedAt = performance.now()
    return (error) => {
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
