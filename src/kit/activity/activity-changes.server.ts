import { getTableColumns, inArray } from 'drizzle-orm'
import { fieldName } from '#base/db/column-name.server.ts'
import { readDb } from '#base/db/connection/client.server.ts'
import { RECORDED_TABLES } from '#base/db/noun-tables.server.ts'
import { genre } from '#base/db/tables/genre.ts'
import type { NamedRow } from '#base/lib/noun.ts'
import type { RecordedNoun } from '#nouns.ts'
import { listValueSchema, type Activity, type ActivityValue } from './activity.schema.ts'

type Recorded = Record<string, unknown> | null
type Genres = ReadonlyMap<string, NamedRow>

export interface RecordedChange {
  subjectKind: RecordedNoun
  before: Recorded
  after: Recorded
}

const GENRE_ID = 'genre_id'

/** The genres of recorded changes, by id, in one query for a page. */
export async function genresOf(rows: readonly RecordedChange[]): Promise<Genres> {
  const ids = new Set(rows.flatMap(({ before, after }) => [before?.[GENRE_ID], after?.[GENRE_ID]]))
  const known = [...ids].filter((id) => typeof id === 'string')
  if (known.length === 0) return new Map()
  const found = await readDb()
    .select({ id: genre.id, name: genre.name, slug: genre.slug, names: genre.names })
    .from(genre)
    .where(inArray(genre.id, known))
  return new Map(found.map(({ id, ...rest }) => [id, rest]))
}

/** Recorded columns as changes of fields, in the order of the table, with the names of the forms. */
export function activityChanges({ subjectKind, before, after }: RecordedChange, genres: Genres): Activity['changes'] {
  const columns: Record<string, { dataType: string }> = getTableColumns(RECORDED_TABLES[subjectKind].table)
  const order = Object.keys(columns)
  const isWhole = before === null || after === null
  return Object.keys({ ...before, ...after })
    .map((column) => ({ column, key: fieldName(column) }))
    .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
    .map(({ column, key }) => {
      const read = (recorded: Recorded) => valueOf(recorded?.[column], column, columns[key]?.dataType, genres)
      return { field: column === GENRE_ID ? 'genre' : key, before: read(before), after: read(after) }
    })
    .filter((change) => !isWhole || !isEmpty(change.before) || !isEmpty(change.after))
}

const isEmpty = (value: ActivityValue): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

function valueOf(value: unknown, column: string, dataType: string | undefined, genres: Genres): ActivityValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value !== 'string') return listValueSchema.safeParse(value).data ?? JSON.stringify(value)
  if (column === GENRE_ID) return genres.get(value) ?? { name: '', slug: null, names: null }
  return dataType === 'date' ? new Date(value) : value
}
