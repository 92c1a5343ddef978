import { sql } from 'drizzle-orm'
import { readDb } from '#db/connection/client.server.ts'
import { rowsById } from '#db/list/page.server.ts'
import { book } from '#db/tables/book.ts'
import { summaryList } from './book-list.server.ts'
import { BATCH_SIZE, BATCH_SPAN, NEW_COUNT, spreadNew } from './spread-new.ts'
import type { BookSummary } from '../book.schema.ts'

/** New books for a row of covers. The newest batches are found by an index, with two rows read for each. */
export async function newBooks(): Promise<BookSummary[]> {
  const span = sql.raw(`interval '${BATCH_SPAN / 1000} seconds'`)
  const startOf = sql`date_bin(${span}, ${book.createdAt}, 'epoch')`
  const newest = (condition = sql``) =>
    sql`(select ${startOf} as start from ${book} ${condition} order by ${book.createdAt} desc limit 1)`
  const { rows } = await readDb().execute<{ id: string; author: string; start: string }>(sql`
    with recursive batch (start, number) as (
      select start, 1 from ${newest()} first
      union all
      select earlier.start, number + 1 from batch
      cross join lateral ${newest(sql`where ${book.createdAt} < batch.start`)} earlier
      where number < ${NEW_COUNT}
    )
    select one.id, one.author, batch.start::text as start from batch cross join lateral (
      select ${book.id}, ${book.author}, ${book.createdAt} from ${book}
      where ${book.createdAt} >= batch.start and ${book.createdAt} < batch.start + ${span}
      order by ${book.createdAt} desc, ${book.id} desc limit ${BATCH_SIZE}
    ) one order by batch.start desc, one.created_at desc, one.id desc`)
  return rowsById(summaryList, spreadNew([...Map.groupBy(rows, ({ start }) => start).values()]))
}
