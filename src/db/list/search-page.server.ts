import { and, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '../client.server.ts'
import { Kept } from './kept.server.ts'
import type { Declaration, Filter, Order, Place, Rank } from './listed.server.ts'
import { behind, isUsual, keysBeside, keysOf, orderBy, orderOf } from './place.server.ts'
import { listCondition, type Search } from './search.server.ts'

interface SearchPage {
  listed: Declaration<{ id: string }>
  searchTerm: string
  search: Search
  filter: Filter
  /** Of the table, read before. */
  version: string
  /** Name of an order. */
  order: string
  after: Place | undefined
  /** Rows, at most. */
  limit: number
}

/** What one query looks for: of one rank, or of all where the order is not the usual one. */
interface Part extends SearchPage {
  by: Order
  rank: Rank
  isRanked: boolean
}

/** Rows that are looked at to tell a common search from a rare one. */
const SAMPLE = 2000
/** So many hits among them: then walking the list finds a page sooner than the index of words. */
const COMMON = 4
/** Rows of the list that are walked for a page before the index of words is asked: so many for each of its hits, for that is what one costs there. */
const WALKED_PER_HIT = 4
const MOST_WALKED = 200_000
/** Candidates beyond a page, of which a look at the whole text may refuse some. */
const SPARE = 200

/** How many of the sample, and how many rows each of them stands for. */
type Hits = Record<Rank, number> & { scale: number }
const samples = new Kept<Hits>(500)

/**
 * The places of a page of hits: in the usual order the best rank first. No plan is good for every word, so a sample
 * says which one is taken; whatever it says, the answer is the same.
 */
export async function searchPage(tx: Queryable, page: SearchPage): Promise<Place[]> {
  const { listed, searchTerm, search, filter, version, order, after, limit } = page
  const key = JSON.stringify([listed.name, searchTerm, filter.key])
  const hits = samples.known(key, version) ?? (await sampledHits(tx, listed, search, filter))
  samples.keep(key, version, hits)
  const by = orderOf(listed, order)
  const isRanked = isUsual(listed, order)
  if (hits[2] < COMMON) return rarePage(tx, { ...page, by, rank: 2, isRanked })
  const places: Place[] = []
  for (const rank of isRanked ? ([0, 1, 2] as const) : ([2] as const)) {
    if (after && rank < after.rank) continue
    const start = after && rank === after.rank ? after : undefined
    const part = { ...page, by, rank, isRanked, after: start, limit: limit - places.length }
    const most = Math.min(MOST_WALKED, hits[rank] * hits.scale * WALKED_PER_HIT)
    const walked = hits[rank] >= COMMON ? await walkedPage(tx, part, Math.ceil(most)) : []
    // Too few on the way: the index of words knows the rest.
    places.push(...(walked.length >= part.limit ? walked : await indexedPage(tx, part)))
    if (places.length >= limit) break
  }
  return places
}

/** How many of a sample of the rows are hits of each rank or a better one: of some sixty pages of the table, in a millisecond or two. */
async function sampledHits(
  tx: Queryable,
  { table, name }: Declaration<{ id: string }>,
  search: Search,
  filter: Filter,
): Promise<Hits> {
  const tuples = sql`(select greatest(reltuples, 1) from pg_class where oid = ${`public."${name}"`}::regclass)`
  const { rows } = await tx.execute<{ phrase: number; first: number; all: number; scale: number }>(sql`
    select count(*) filter (where ${search.ofRank(0)})::int as phrase,
      count(*) filter (where ${search.ofRank(1)})::int as first,
      count(*)::int as "all",
      greatest(1, ${tuples} / ${SAMPLE})::float8 as scale
    from ${table} tablesample system (least(100, ${100 * SAMPLE} / ${tuples}))
    where ${listCondition(search, filter)}
  `)
  const [found] = rows
  return { 0: found?.phrase ?? 0, 1: found?.first ?? 0, 2: found?.all ?? 0, scale: found?.scale ?? 1 }
}

type Row = { rank: Rank; first_key: string; second_key: string; id: string }
const placesOf = (rows: readonly Row[], by: Order): Place[] =>
  rows.map((row) => ({
    rank: row.rank,
    keys: keysOf(by, { firstKey: row.first_key, secondKey: row.second_key }),
    id: row.id,
  }))

const namedKeys = (by: Order): SQL => {
  const { firstKey, secondKey } = keysBeside(by)
  return sql`${firstKey} as first_key, ${secondKey} as second_key`
}

/** Few hits: all of them by the index of words, ranked and sorted. */
async function rarePage(tx: Queryable, part: Part): Promise<Place[]> {
  const { listed, search, filter, by, isRanked, after, limit } = part
  const columns = sql.join([...new Set([...by.keys, listed.id])], sql`, `)
  const { rows } = await tx.execute<Row>(sql`
    with hit as materialized (
      select ${isRanked ? search.rank : sql`2`} as rank, ${columns} from ${listed.table}
      where ${listCondition(search, filter)}
    )
    select rank, ${namedKeys(by)}, id from hit as ${sql.identifier(listed.name)}
    ${after ? sql`where rank > ${after.rank} or (rank = ${after.rank} and ${behindPlace(part, after)})` : sql``}
    order by ${sql.join([sql`rank`, ...orderBy(listed, by)], sql`, `)}
    limit ${limit}
  `)
  return placesOf(rows, by)
}

const behindPlace = ({ listed, by }: Part, { keys, id }: Place): SQL => behind(listed, by, [...keys, id])

/** Hits of the rank, exactly. */
const isOfRank = ({ search, rank, isRanked, filter }: Part): SQL | undefined =>
  and(search.ofRank(rank), isRanked ? sql`${search.rank} = ${rank}` : undefined, filter.condition)

/** Hits of one rank among the next rows of the list, so many at most. */
async function walkedPage(tx: Queryable, part: Part, most: number): Promise<Place[]> {
  const { listed, search, by, rank, after, limit } = part
  const { id, table, name } = listed
  const columns = [
    ...new Set([...by.keys, id, ...(listed.search ? [listed.search.walkWords, ...listed.search.walkColumns] : [])]),
  ]
  const inOrder = sql.join(orderBy(listed, by), sql`, `)
  const direction = sql.raw(by.isDescending ? ' desc' : '')
  // Nothing here is left to the planner, whose guesses for patterns are far off: the list is walked in its order as
  // far as the candidates need, and each of them is looked at by its id.
  const { rows } = await tx.execute<Row>(sql`
    with walked as materialized (
      select ${namedKeys(by)}, ${id} as candidate from (
        select ${sql.join(columns, sql`, `)} from ${table}
        ${after ? sql`where ${behindPlace(part, after)}` : sql``}
        order by ${inOrder} limit ${most}
      ) as ${sql.identifier(name)}
      where ${search.walk(rank)} order by ${inOrder} limit ${limit + SPARE}
    )
    select ${rank}::int as rank, first_key, second_key, candidate as id from walked
    where (select ${isOfRank(part)} from ${table} where ${id} = candidate)
    order by first_key${direction}, second_key${direction}, candidate${direction} limit ${limit}
  `)
  return placesOf(rows, by)
}

/** Hits of one rank by the index of words, all of which are sorted. */
function indexedPage(tx: Queryable, part: Part): Promise<Place[]> {
  const { listed, by, rank, after, limit } = part
  return tx.transaction(async (inside) => {
    // Of short patterns PostgreSQL thinks more common than they are, and would read the whole table.
    await inside.execute(sql`set local enable_seqscan = off`)
    const { rows } = await inside.execute<Row>(sql`
      with hit as materialized (
        select ${sql.join([...new Set([...by.keys, listed.id])], sql`, `)} from ${listed.table} where ${isOfRank(part)}
      )
      select ${rank}::int as rank, ${namedKeys(by)}, id from hit as ${sql.identifier(listed.name)}
      ${after ? sql`where ${behindPlace(part, after)}` : sql``}
      order by ${sql.join(orderBy(listed, by), sql`, `)} limit ${limit}
    `)
    return placesOf(rows, by)
  })
}
