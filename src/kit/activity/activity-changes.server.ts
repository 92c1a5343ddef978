import { getTableColumns, inArray } from 'drizzle-orm'
import { fieldName } from '#base/db/column-name.server.ts'
import { readDb } from '#base/db/connection/client.server.ts'
import { RECORDED_TABLES } from '#base/db/noun-tables.server.ts'
import { borrowerGroup } from '#base/db/tables/borrower.ts'
import { genre } from '#base/db/tables/genre.ts'
import type { NamedRow } from '#base/lib/noun.ts'
import type { RecordedNoun } from '#nouns.ts'
import { listValueSchema, type Activity, type ActivityValue } from './activity.schema.ts'

type Recorded = Record<string, unknown> | null
type NamedRows = ReadonlyMap<string, NamedRow>

export interface RecordedChange {
  subjectKind: RecordedNoun
  before: Recorded
  after: Recorded
}

const GENRE_ID = 'genre_id'
const GROUP_ID = 'group_id'
/** Columns whose values are ids of rows that are called by their names. */
const REFERENCES: ReadonlySet<string> = new Set([GENRE_ID, GROUP_ID])

/** The genres and groups of recorded changes, by id, in a query of each for a page. */
export async function namedRowsOf(rows: readonly RecordedChange[]): Promise<NamedRows> {
  const idsIn = (column: string) => {
    const ids = new Set(rows.flatMap(({ before, after }) => [before?.[column], after?.[column]]))
    return [...ids].filter((id) => typeof id === 'string')
  }
  const [genres, groups] = [idsIn(GENRE_ID), idsIn(GROUP_ID)]
  const found = await Promise.all([
    genres.length === 0
      ? []
      : readDb()
          .select({ id: genre.id, name: genre.name, slug: genre.slug, names: genre.names })
          .from(genre)
          .where(inArray(genre.id, genres)),
    groups.length === 0
      ? []
      : readDb()
          .select({ id: borrowerGroup.id, name: borrowerGroup.name })
          .from(borrowerGroup)
          .where(inArray(borrowerGroup.id, groups)),
  ])
  return new Map(found.flat().map(({ id, ...row }) => [id, { slug: null, names: null, ...row }]))
}

/** Recorded columns as changes of fields, in the order of the table, with the names of the forms. */
export function activityChanges({ subjectKind, before, after }: RecordedChange, named: NamedRows): Activity['changes'] {
  const columns: Record<string, { dataType: string }> = getTableColumns(RECORDED_TABLES[subjectKind].table)
  const order = Object.keys(columns)
  const isWhole = before === null || after === null
  return Object.keys({ ...before, ...after })
    .map((column) => ({ column, key: fieldName(column) }))
    .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
    .map(({ column, key }) => {
      const read = (recorded: Recorded) => valueOf(recorded?.[column], column, columns[key]?.dataType, named)
      return { field: column === GENRE_ID ? 'genre' : key, before: read(before), after: read(after) }
    })
    .filter((change) => !isWhole || !isEmpty(change.before) || !isEmpty(change.after))
}

const isEmpty = (value: ActivityValue): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

function valueOf(value: unknown, column: string, dataType: string | undefined, named: NamedRows): ActivityValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value !== 'string') return listValueSchema.safeParse(value).data ?? JSON.stringify(value)
  if (REFERENCES.has(column)) return named.get(value) ?? { name: '', slug: null, names: null }
  return dataType === 'date' ? new Date(value) : value
}
