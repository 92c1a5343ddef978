import { Column, DrizzleQueryError, fillPlaceholders, getTableName, is, Subquery, type SQL } from 'drizzle-orm'
import { NodePgPreparedQuery } from 'drizzle-orm/node-postgres'
import type { Pool, QueryArrayConfig } from 'pg'

/** What Drizzle keeps with a prepared select, and its types hide. */
interface Insides {
  client: Pick<Pool, 'query'>
  queryString: string
  params: unknown[]
  queryConfig: QueryArrayConfig
  fields?: SelectedField[]
  joinsNotNullableMap?: Record<string, boolean>
  customResultMapper?: unknown
  execute: (values?: Record<string, unknown>) => Promise<Row[]>
}

interface SelectedField {
  /** The keys that lead to the value in a row: one, or of a nested object two. */
  path: string[]
  field: Column | SQL | SQL.Aliased | Subquery
}

type Row = Record<string, unknown>

interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown
}

/**
 * The same prepared select, executed without what Drizzle does anew for each row and each execution: to look for the decoder of
 * each column, and to pass hooks for tracing, logging and caching, none of which is set. That is a tenth of a list's time. A
 * statement of another kind is returned as it is.
 */
export function quickStatement<Statement>(statement: Statement): Statement {
  if (!(statement instanceof NodePgPreparedQuery)) return statement
  const insides = statement as unknown as Insides
  const { client, queryString, params: places, queryConfig, fields, customResultMapper } = insides
  if (!fields || customResultMapper || fields.some(({ path }) => path.length > 2)) return statement
  const mapRow = rowMapper(fields, insides.joinsNotNullableMap)
  insides.execute = async (values = {}) => {
    const params = fillPlaceholders(places, values)
    const { rows } = await client.query<unknown[]>(queryConfig, params).catch((error: Error) => {
      throw new DrizzleQueryError(queryString, params, error)
    })
    return rows.map(mapRow)
  }
  return statement
}

/**
 * Makes a row of the values that PostgreSQL has sent, as Drizzle's `mapResultRow` does. A nested object is null if its first
 * column is, all its columns are of one table, and that table was joined from the left.
 */
export function rowMapper(fields: SelectedField[], joined?: Record<string, boolean>): (values: unknown[]) => Row {
  const columns = fields.map(({ path, field }) => ({
    group: path.length === 2 ? path[0] : undefined,
    key: path.at(-1) ?? '',
    decoder: decoderOf(field),
  }))
  const optional = optionalGroups(fields, joined)
  return (values) => {
    const row: Row = {}
    let index = 0
    for (const { group, key, decoder } of columns) {
      const value = values[index++]
      const node = group === undefined ? row : ((row[group] ??= {}) as Row)
      node[key] = value === null ? null : decoder.mapFromDriverValue(value)
    }
    for (const { group, first } of optional) if (values[first] === null) row[group] = null
    return row
  }
}

function decoderOf(field: SelectedField['field']): Decoder {
  if (is(field, Column)) return field
  const made = is(field, Subquery) ? field._.sql : 'sql' in field ? field.sql : field
  return (made as unknown as { decoder: Decoder }).decoder
}

/** The nested objects that may be null as a whole, each with the position of the column that says so. */
function optionalGroups(fields: SelectedField[], joined: Record<string, boolean> | undefined) {
  const groups = new Map<string, { first: number; tables: Set<string> }>()
  for (const [index, { path, field }] of fields.entries()) {
    const [group = ''] = path
    if (path.length !== 2 || !is(field, Column)) continue
    const known = groups.get(group) ?? { first: index, tables: new Set() }
    groups.set(group, { ...known, tables: known.tables.add(getTableName(field.table)) })
  }
  return [...groups].flatMap(([group, { first, tables }]) => {
    const [table = ''] = tables
    return joined && tables.size === 1 && !joined[table] ? [{ group, first }] : []
  })
}

/** What a database or a transaction of Drizzle sends its statements to: a pool, or one of its connections. */
export const drizzleClientOf = (database: object): object =>
  (database as unknown as { session: { client: object } }).session.client
