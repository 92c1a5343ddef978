import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '../client.server.ts'
import type { ListPosition } from './list.server.ts'
import { rowsAfter, sortKeyColumns, orderBy } from './order.server.ts'
import { isTitleRank, RANK } from './ranks.server.ts'
import { positionsOf, type HitRow, type RankedSearch } from './search-rows.server.ts'
import { listCondition } from './search.server.ts'

/** Few hits: all of them by the index of words, ranked and sorted. */
export async function rarePage(tx: Queryable, part: RankedSearch): Promise<ListPosition[]> {
  const { listed, search, filter, by, isRanked, after, limit } = part
  const titles = isRanked ? search.titles : undefined
  const columns = new Set([...by.keys, listed.id, ...(titles ? [titles.order, titles.key] : [])])
  const keys = sortKeyColumns(by)
  const { rows } = await tx.execute<HitRow>(sql`
    with hit as materialized (
      select ${isRanked ? search.rank : sql`0`} as rank, ${sql.join([...columns], sql`, `)} from ${listed.table}
      where ${listCondition(search, filter)}
    )
    select rank, ${byTitle(titles?.order, keys.firstKey)} as first_key, ${byTitle(titles?.key, keys.secondKey)} as second_key, id
    from hit as ${sql.identifier(listed.name)}
    ${after ? sql`where rank > ${after.rank} or (rank = ${after.rank} and ${isBehind(part, after)})` : sql``}
    order by rank, ${sql.join(titles ? titleOrder(part, [titles.order, titles.key]) : orderBy(listed, by), sql`, `)}
    limit ${limit}
  `)
  return positionsOf(rows, by)
}

const hasTitleRank = sql.raw(`rank between ${RANK.title} and ${RANK.beginningInWord}`)

/** The one value for hits of a title rank, the other for the rest; as text of no collation, for it is not sorted by. */
const byTitle = (ofTitle: unknown, other: SQL): SQL =>
  ofTitle === undefined
    ? other
    : sql`case when ${hasTitleRank} then ${ofTitle} collate "C" else ${other} collate "C" end`

const titleOrder = ({ listed, by }: RankedSearch, titleKeys: readonly unknown[]): SQL[] => [
  ...titleKeys.map((key) => sql`case when ${hasTitleRank} then ${key} end`),
  ...by.keys.map((key) => sql`case when not ${hasTitleRank} then ${key} end`),
  sql`${listed.id}`,
]

function isBehind({ listed, search, by }: RankedSearch, { rank, keys, id }: ListPosition): SQL {
  if (!isTitleRank(rank) || !search.titles) return rowsAfter(listed, by, [...keys, id])
  return rowsAfter(listed, { keys: [search.titles.order, search.titles.key] }, [...keys, id])
}
