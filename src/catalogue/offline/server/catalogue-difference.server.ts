import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { horizonSql, isWrittenSince, readRunning } from './catalogue-horizon.server.ts'
import { wireColumns, checkColumns, genreList, stateColumns, type CatalogueState } from './catalogue-sql.server.ts'
import { formatVersion, type CatalogueVersion } from './catalogue-version.server.ts'
import type { CatalogueCheck, CatalogueDifference, CatalogueGenre, WireBook } from '../catalogue-wire.ts'
import type { Columns } from '#base/lib/columns.ts'

/** So many changed books, and a quarter of all: the whole catalogue is smaller. */
const LEAST_MANY = 500
const MANY_SHARE = 4

type DifferenceRow = Record<keyof CatalogueState | 'horizon', string> & {
  check: CatalogueCheck
  genre_list: CatalogueGenre[] | null
  books: Columns<WireBook>
  removed: string[] | null
}

/** What has changed since a version; undefined if that is so much that the whole catalogue is smaller. */
export async function readDifference({
  horizon,
  genres,
  at,
}: CatalogueVersion): Promise<CatalogueDifference | undefined> {
  const running = await readRunning()
  const { rows } = await db.execute<DifferenceRow>(sql`
    with state as (select ${stateColumns}, ${horizonSql(running)} as horizon),
    total as (select ${checkColumns} as "check", count(*) as count from book),
    changed as (
      select * from book where ${isWrittenSince('book', horizon)}
      limit (select greatest(${LEAST_MANY}, count / ${MANY_SHARE}) + 1 from total)
    ),
    gone as (
      select id from deleted_book where ${isWrittenSince('deleted_book', horizon)}
      union select id from merged_book where ${isWrittenSince('merged_book', horizon)}
      -- Deleted for good: there is no other trace. A transaction may have begun long before it is committed.
      union select subject_id from activity where at > ${at}::timestamptz - interval '1 day'
        and subject_kind = 'book' and after is null and ${isWrittenSince('activity', horizon)}
    )
    select state.*, total."check",
      case when state.genres <> ${genres} then ${genreList} end as genre_list,
      (select ${wireColumns} from changed) as books,
      (select jsonb_agg(id) from gone where not exists (select from book where book.id = gone.id)) as removed
    from state, total`)
  const [row] = rows
  if (!row) throw new Error('The difference was not read')
  const { check, genre_list: genreRows, books, removed, ...state } = row
  if (books.id.length > Math.max(LEAST_MANY, check.count / MANY_SHARE)) return undefined
  return {
    kind: 'difference',
    version: formatVersion(state),
    check,
    ...(genreRows && { genres: genreRows }),
    ...(books.id.length > 0 && { books }),
    removed: removed ?? [],
  }
}
