import { and, eq, sql, type SQL } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import type { BookCursor } from './book-cursor.server.ts'
import { listCondition, RANKS, type Rank, type Search } from './book-search.server.ts'

interface PageQuery {
  search: Search | null
  genreId: string | undefined
  after: BookCursor | undefined
  /** Rows, at most. */
  limit: number
}

/** Books that are looked at to tell a common search from a rare one. */
const SAMPLE = 2000
/** So many hits among them: then walking the list finds a page sooner than the index of words. */
const COMMON = 4
/** Rows of the list that are walked for a page before the index of words is asked. */
const WALK = 20_000
/** Candidates beyond a page, of which a look at the whole text may refuse some. */
const SPARE = 200

/** A page of a list: by title, in a search the best rank first. Keyset: rows that come or go while somebody pages neither repeat nor get lost. */
export async function pageOf(query: PageQuery): Promise<BookCursor[]> {
  const { search, genreId, after, limit } = query
  if (!search) return plainPage(genreId, after, limit)
  const hits = await sampledHits(search, genreId)
  if (hits[2] < COMMON) return rarePage(search, genreId, after, limit)
  const places: BookCursor[] = []
  for (const rank of RANKS) {
    if (after && rank < after.rank) continue
    const start = after && rank === after.rank ? after : undefined
    const wanted = limit - places.length
    const walked = hits[rank] >= COMMON ? await walkedPage(search, rank, genreId, start, wanted) : []
    // Too few on the way: the index of words knows the rest.
    places.push(...(walked.length >= wanted ? walked : await indexedPage(search, rank, genreId, start, wanted)))
    if (places.length >= limit) break
  }
  return places
}

const place = { rank: sql<Rank>`0`, sortTitle: book.sortTitle, id: book.id }
const behind = (after: BookCursor | undefined): SQL | undefined =>
  after && sql`(${book.sortTitle}, ${book.id}) > (${after.sortTitle}, ${after.id}::uuid)`

const plainPage = (genreId: string | undefined, after: BookCursor | undefined, limit: number): Promise<BookCursor[]> =>
  db
    .select(place)
    .from(book)
    .where(and(listCondition(null, genreId), behind(after)))
    .orderBy(book.sortTitle, book.id)
    .limit(limit)

/** How many of a sample of the books are hits of each rank or a better one: of some sixty pages of the table, in a millisecond or two. */
async function sampledHits(search: Search, genreId: string | undefined): Promise<Record<Rank, number>> {
  const { rows } = await db.execute<{ phrase: number; title: number; all: number }>(sql`
    select count(*) filter (where ${search.ofRank(0)})::int as phrase,
      count(*) filter (where ${search.ofRank(1)})::int as title,
      count(*)::int as "all"
    from ${book} tablesample system (
      (select least(100, ${100 * SAMPLE} / greatest(reltuples, 1)) from pg_class where oid = 'public.book'::regclass)
    )
    where ${and(search.ofRank(2), genreId === undefined ? undefined : eq(book.genreId, genreId))}
  `)
  const [found] = rows
  return { 0: found?.phrase ?? 0, 1: found?.title ?? 0, 2: found?.all ?? 0 }
}

/** Few hits: all of them by the index of words, ranked and sorted. */
async function rarePage(
  search: Search,
  genreId: string | undefined,
  after: BookCursor | undefined,
  limit: number,
): Promise<BookCursor[]> {
  const { rows } = await db.execute<{ rank: Rank; sort_title: string; id: string }>(sql`
    with hit as materialized (
      select ${search.rank} as rank, ${book.sortTitle}, ${book.id} from ${book} where ${listCondition(search, genreId)}
    )
    select rank, sort_title, id from hit
    ${after ? sql`where (rank, sort_title, id) > (${after.rank}::int, ${after.sortTitle}, ${after.id}::uuid)` : sql``}
    order by rank, sort_title, id
    limit ${limit}
  `)
  return rows.map(({ rank, sort_title: sortTitle, id }) => ({ rank, sortTitle, id }))
}

const isOfRank = (search: Search, rank: Rank, genreId: string | undefined): SQL | undefined =>
  and(search.ofRank(rank), sql`${search.rank} = ${rank}`, genreId === undefined ? undefined : eq(book.genreId, genreId))

type Row = { sort_title: string; id: string }
const placesOf = (rows: readonly Row[], rank: Rank): BookCursor[] =>
  rows.map((row) => ({ rank, sortTitle: row.sort_title, id: row.id }))

/** Hits of one rank among the next rows of the list. */
async function walkedPage(
  search: Search,
  rank: Rank,
  genreId: string | undefined,
  after: BookCursor | undefined,
  limit: number,
): Promise<BookCursor[]> {
  const { rows } = await db.execute<Row>(sql`
    with walked as materialized (
      select ${book.sortTitle}, ${book.id}, ${book.walkWords}, ${book.genreId} from ${book}
      ${after ? sql`where ${behind(after)}` : sql``}
      order by ${book.sortTitle}, ${book.id} limit ${WALK}
    ), candidate as (
      select sort_title, id from walked as ${sql.identifier('book')} where ${search.walk(rank)}
      order by sort_title, id limit ${limit + SPARE}
    )
    select candidate.sort_title, candidate.id from candidate join ${book} on ${book.id} = candidate.id
    where ${isOfRank(search, rank, genreId)} order by candidate.sort_title, candidate.id limit ${limit}
  `)
  return placesOf(rows, rank)
}

/** Hits of one rank by the index of words, all of which are sorted. */
function indexedPage(
  search: Search,
  rank: Rank,
  genreId: string | undefined,
  after: BookCursor | undefined,
  limit: number,
): Promise<BookCursor[]> {
  return db.transaction(async (tx) => {
    // Of short patterns PostgreSQL thinks more common than they are, and would read the whole table.
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute<Row>(sql`
      with hit as materialized (
        select ${book.sortTitle}, ${book.id} from ${book} where ${isOfRank(search, rank, genreId)}
      )
      select sort_title, id from hit
      ${after ? sql`where (sort_title, id) > (${after.sortTitle}, ${after.id}::uuid)` : sql``}
      order by sort_title, id limit ${limit}
    `)
    return placesOf(rows, rank)
  })
}
