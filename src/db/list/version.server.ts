import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { prepared } from '../prepared.server.ts'

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

/** The version of a table at this moment. */
export async function tableVersion(changes: PgTable): Promise<string> {
  const statement = statements.get(changes) ?? statementOf(changes)
  statements.set(changes, statement)
  const [row] = await statement().execute()
  return row?.version ?? ''
}
