import { sql } from 'drizzle-orm'
import { readDb } from '#base/db/connection/client.server.ts'
import { rowsById } from '#base/db/list/page.server.ts'
import { tableVersion, VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { book } from '#base/db/tables/book.ts'
import { summaryList } from '../shared/book-list.server.ts'
import { BATCH_SIZE, BATCH_SPAN, NEW_COUNT, spreadNew } from './spread-new.ts'
import type { BookSummary } from '../book.schema.ts'

/** The newest books, as one list, until any book changes. */
const newest = new VersionedPromiseCache<{ id: string }[]>(1)

/** New books for a row of covers. */
export const newBooks = async (): Promise<BookSummary[]> =>
  rowsById(summaryList, await newest.getOrLoad('', await tableVersion(bookChange), findNewest))

/** The newest batches are found by an index, with two rows read for each. */
async function findNewest(): Promise<{ id: string }[]> {
  const span = sql.raw(`interval '${BATCH_SPAN / 1000} seconds'`)
  const startOf = sql`date_bin(${span}, ${book.createdAt}, 'epoch')`
  const newestBatch = (condition = sql``) =>
    sql`(select ${startOf} as start from ${book} ${condition} order by ${book.createdAt} desc limit 1)`
  const { rows } = await readDb().execute<{ id: string; author: string; start: string }>(sql`
    with recursive batch (start, number) as (
      select start, 1 from ${newestBatch()} first
      union all
      select earlier.start, number + 1 from batch
      cross join lateral ${newestBatch(sql`where ${book.createdAt} < batch.start`)} earlier
      where number < ${NEW_COUNT}
    )
    select one.id, one.author, batch.start::text as start from batch cross join lateral (
      select ${book.id}, ${book.author}, ${book.createdAt} from ${book}
      where ${book.createdAt} >= batch.start and ${book.createdAt} < batch.start + ${span}
      order by ${book.createdAt} desc, ${book.id} desc limit ${BATCH_SIZE}
    ) one order by batch.start desc, one.created_at desc, one.id desc`)
  return spreadNew([...Map.groupBy(rows, ({ start }) => start).values()])
}
