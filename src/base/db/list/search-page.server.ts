import { type SQL, and, sql } from 'drizzle-orm'
import type { Queryable } from '../connection/client.server.ts'
import {
  type Filter,
  type ListDefinition,
  type ListPosition,
  type Rank,
  isDefaultOrder,
  orderBy,
  orderOf,
  rowsAfter,
} from './list.server.ts'
import { RANK, type RankedHits } from './ranks.server.ts'
import {
  type HitRow,
  type RankedSearch,
  type SearchPage,
  positionsOf,
  rarePage,
  sortKeyAliases,
  titlesPage,
} from './search-hits.server.ts'
import { type Search, listCondition } from './search.server.ts'
import { VersionedCache } from './versioned-cache.server.ts'

/** Rows that are looked at to tell a common search from a rare one. */
const SAMPLE = 2000
/** Hits in the sample from which on scanning the list finds a page sooner than the index of words. */
const COMMON = 4
/**
 * Rows of the list that are scanned for a page before the index of words is asked: so many for each of its hits, for
 * that is what one costs there.
 */
const SCANNED_PER_HIT = 4
const MOST_SCANNED = 200_000
/** Candidates beyond a page, of which a look at the whole text may refuse some. */
const SPARE = 200

/** What a sample of the rows says of a search. */
interface SampledHits {
  /** Hits of a rank in the sample, those of better ranks of its group included. */
  of: Map<Rank, number>
  /** Rows of the table for each of the sample. */
  scale: number
}
const samples = new VersionedCache<SampledHits>(500)

/**
 * The positions of a page of hits: in the usual order the best rank first. No plan is good for every word, so a sample
 * says which one is taken; whatever it says, the answer is the same.
 */
export async function searchPage(tx: Queryable, page: SearchPage): Promise<ListPosition[]> {
  const { list, searchTerm, search, filter, version, order, after, limit } = page
  const key = JSON.stringify([list.name, searchTerm, filter.key])
  const hits = samples.get(key, version) ?? (await sampledHits(tx, list, search, filter))
  samples.set(key, version, hits)
  const part: RankedSearch = { ...page, by: orderOf(list, order), isRanked: isDefaultOrder(list, order) }
  if ((hits.of.get(RANK.rest) ?? 0) < COMMON) return rarePage(tx, part)
  const positions: ListPosition[] = []
  const isLeft = (ranks: readonly Rank[]) => !after || ranks.some((rank) => rank >= after.rank)
  if (part.isRanked && search.titles && isLeft([RANK.beginningInWord]))
    positions.push(...(await titlesPage(tx, part, search.titles)))
  for (const group of part.isRanked ? search.groups : search.groups.slice(-1)) {
    if (positions.length >= limit) break
    if (part.isRanked && !isLeft(group.map(({ rank }) => rank))) continue
    positions.push(...(await groupPage(tx, { ...part, limit: limit - positions.length }, group, hits)))
  }
  return positions
}

/**
 * How many of a sample of the rows are hits of each rank or a better one: of some sixty pages of the table, in a
 * millisecond or two.
 */
async function sampledHits(
  tx: Queryable,
  { table, name }: ListDefinition<{ id: string }>,
  search: Search,
  filter: Filter,
): Promise<SampledHits> {
  const tuples = sql`(select greatest(reltuples, 1) from pg_class where oid = ${`public."${name}"`}::regclass)`
  const ranked = search.groups.flat()
  const counts = ranked.map(({ is }) => sql`count(*) filter (where ${is})::int`)
  const { rows } = await tx.execute<{ counts: number[]; scale: number }>(sql`
    select array[${sql.join(counts, sql`, `)}] as counts, greatest(1, ${tuples} / ${SAMPLE})::float8 as scale
    from ${table} tablesample system (least(100, ${100 * SAMPLE} / ${tuples}))
    where ${listCondition(search, filter)}
  `)
  const [found] = rows
  return { of: new Map(ranked.map(({ rank }, index) => [rank, found?.counts[index] ?? 0])), scale: found?.scale ?? 1 }
}

/** Hits of a group of ranks: of the rare ones at once by their index, of each common one by a scan. */
async function groupPage(
  tx: Queryable,
  part: RankedSearch,
  group: readonly RankedHits[],
  hits: SampledHits,
): Promise<ListPosition[]> {
  const { limit, isRanked } = part
  const left = group.filter(({ rank }) => !isRanked || !part.after || rank >= part.after.rank)
  const after = !isRanked || left.some(({ rank }) => rank === part.after?.rank) ? part.after : undefined
  const hitsOf = (rank: Rank): number => hits.of.get(rank) ?? 0
  const rare = left.filter(({ rank }) => hitsOf(rank) < COMMON)
  const positions = rare.length > 0 ? await indexedPage(tx, { ...part, after }, rare) : []
  for (const one of left.slice(rare.length)) {
    if (positions.length >= limit) break
    const rest = {
      ...part,
      limit: limit - positions.length,
      after: isRanked && after?.rank !== one.rank ? undefined : after,
    }
    const most = Math.min(MOST_SCANNED, hitsOf(one.rank) * hits.scale * SCANNED_PER_HIT)
    const scanned = await scannedPage(tx, rest, one, Math.ceil(most))
    // Where the scan found too few hits, the index of words finds all.
    positions.push(...(scanned.length >= rest.limit ? scanned : await indexedPage(tx, rest, [one])))
  }
  return positions
}

const behindPosition = ({ list, by }: RankedSearch, { keys, id }: ListPosition): SQL =>
  rowsAfter(list, by, [...keys, id])
const numbered = (rank: Rank): SQL => sql.raw(String(rank))

/** Hits of one rank among the next rows of the list, so many at most. */
async function scannedPage(
  tx: Queryable,
  part: RankedSearch,
  { rank, is, inIndex }: RankedHits,
  most: number,
): Promise<ListPosition[]> {
  const { list, search, filter, by, after, limit, isRanked } = part
  const { id, table, name } = list
  const columns = [
    ...new Set([...by.keys, id, ...(list.search ? [list.search.indexedWords, ...list.search.indexedColumns] : [])]),
  ]
  const inOrder = sql.join(orderBy(list, by), sql`, `)
  const direction = sql.raw(by.isDescending ? ' desc' : '')
  const isHit = and(is, isRanked ? sql`${search.rank} = ${numbered(rank)}` : undefined, filter.condition)
  // Nothing here is left to the planner, whose guesses for patterns are far off: the list is scanned in its order as
  // far as the candidates need, and each of them is looked at by its id.
  const { rows } = await tx.execute<HitRow>(sql`
    with scanned as materialized (
      select ${sortKeyAliases(by)}, ${id} as candidate from (
        select ${sql.join(columns, sql`, `)} from ${table}
        ${after ? sql`where ${behindPosition(part, after)}` : sql``}
        order by ${inOrder} limit ${most}
      ) as ${sql.identifier(name)}
      where ${inIndex} order by ${inOrder} limit ${limit + SPARE}
    )
    select ${isRanked ? rank : 0}::int as rank, first_key, second_key, candidate as id from scanned
    where (select ${isHit} from ${table} where ${id} = candidate)
    order by first_key${direction}, second_key${direction}, candidate${direction} limit ${limit}
  `)
  return positionsOf(rows, by)
}

/** Hits of some ranks of a group by the index of words, all of which are sorted. */
function indexedPage(tx: Queryable, part: RankedSearch, ranked: readonly RankedHits[]): Promise<ListPosition[]> {
  const { list, search, filter, by, isRanked, after, limit } = part
  const last = ranked.at(-1)
  if (!last) return Promise.resolve([])
  const ranks = sql.join(
    ranked.map(({ rank }) => numbered(rank)),
    sql`, `,
  )
  const isOfThem = isRanked ? sql`rank in (${ranks})` : undefined
  const isBehind =
    after && isRanked
      ? sql`(rank > ${after.rank} or (rank = ${after.rank} and ${behindPosition(part, after)}))`
      : after && behindPosition(part, after)
  return tx.transaction(async (inside) => {
    // Of short patterns PostgreSQL thinks more common than they are, and would read the whole table.
    await inside.execute(sql`set local enable_seqscan = off`)
    const { rows } = await inside.execute<HitRow>(sql`
      with hit as materialized (
        select ${isRanked ? search.rank : sql`0`} as rank, ${sql.join([...new Set([...by.keys, list.id])], sql`, `)}
        from ${list.table} where ${and(last.is, filter.condition)}
      )
      select rank, ${sortKeyAliases(by)}, id from hit as ${sql.identifier(list.name)}
      where ${and(isOfThem, isBehind) ?? sql`true`}
      order by ${sql.join([sql`rank`, ...orderBy(list, by)], sql`, `)} limit ${limit}
    `)
    return positionsOf(rows, by)
  })
}
