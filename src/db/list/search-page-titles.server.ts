import { and, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '../client.server.ts'
import type { ListPosition } from './list.server.ts'
import { RANK, type TitleHits } from './ranks.server.ts'
import { positionsOf, type HitRow, type RankedSearch } from './search-rows.server.ts'

/** The hits that are found by their title, by the index of title keys: the exact ones, then those that begin so, the shorter ones first. */
export async function titlesPage(
  tx: Queryable,
  { listed, search, filter, by, after, limit }: RankedSearch,
  { key, order, rank, begins, isSure, byAuthor }: TitleHits,
): Promise<ListPosition[]> {
  const { id, table } = listed
  const hits = [
    sql`select ${rank} as rank, ${order} as first_key, ${key} as second_key, ${id} as id from ${table}
      where ${and(begins, isSure ? undefined : search.matches, filter.condition)}`,
    ...(byAuthor
      ? [
          sql`select ${sql.raw(String(RANK.titleByAuthor))}, ${order}, ${key}, ${id} from ${table}
            where ${and(byAuthor, sql`not ${begins}`, filter.condition)}`,
        ]
      : []),
  ]
  const { rows } = await tx.execute<HitRow>(sql`
    select rank, first_key, second_key, id from (${sql.join(hits, sql` union all `)}) as hit
    ${after ? sql`where (rank, first_key, second_key, id) > (${sql.join(placeOf(after), sql`, `)})` : sql``}
    order by rank, first_key, second_key, id limit ${limit}
  `)
  return positionsOf(rows, by)
}

const placeOf = ({ rank, keys, id }: ListPosition): SQL[] => [
  sql`${rank}::int`,
  ...keys.map((key) => sql`${key}::text`),
  sql`${id}::uuid`,
]
