import { type SQL, and, sql } from 'drizzle-orm'
import { createError } from '#base/errors/create-error.server.ts'
import { fold } from '#base/lib/search/fold.ts'
import { readDb } from '../connection/client.server.ts'
import type { ChangeTable } from '../tables/columns.ts'
import { type Filter, type List, type Order, orderOf } from './list.server.ts'
import type { Search } from './search.server.ts'
import { VersionedPromiseCache, tableVersion } from './versioned-cache.server.ts'

const totals = new VersionedPromiseCache<number>(1000)

/**
 * How many rows a list has, exactly: counted once, and again after any change of the table by whoever. `version` must
 * have been read before: a change after it makes the next reader count again.
 */
export function totalOf<Row extends { id: string }>(
  list: List<Row>,
  searchTerm: string,
  search: Search | null,
  filter: Filter,
  version: string,
): Promise<number> {
  const key = JSON.stringify([list.name, searchTerm, search?.beside ?? '', filter.key])
  return totals.getOrLoad(key, version, () => count(list, and(search?.matches, filter.condition)))
}

// Awaited here: a `$count` of Drizzle runs anew each time that it is awaited.
const count = async <Row extends { id: string }>(list: List<Row>, where: SQL | undefined): Promise<number> =>
  where ? await readDb().$count(list.table, where) : sizeOf(list.changes)

/** Number of rows of a table, without reading the rows, which after each chunk of an import would be slow. */
async function sizeOf(changes: ChangeTable): Promise<number> {
  const [row] = await readDb()
    .select({ size: sql<number>`coalesce(sum(${changes.added}), 0)::int` })
    .from(changes)
  return row?.size ?? 0
}

/** Stands for all that is filed before the letters: digits, and titles of signs alone. */
const NO_LETTER = '#'
/** Sorts behind every text that begins with what is before it. */
const LAST = '\uFFFF'
/** Letters of a list, at most: more than its alphabets have. */
const MOST = 300
/**
 * From here on Unicode has syllables and pictures (Hangul, Ethiopic, kana, Han): hundreds, so only the first is a
 * letter.
 */
const SYLLABLES = 0x1100

const letters = new VersionedPromiseCache<string[]>(200)

/**
 * Letters that the first sort keys of a list begin with, in its order and as capitals; first `#` for digits and signs.
 * Of scripts without an alphabet the first sign stands for all that follow.
 */
export async function lettersOf<Row extends { id: string }>(
  list: List<Row>,
  { sort, filter }: { sort: string; filter: Filter },
): Promise<string[]> {
  const order = orderOf(list, sort)
  const version = await tableVersion(list.changes)
  return letters.getOrLoad(JSON.stringify([list.name, sort, filter.key]), version, async () => {
    const found = filter.condition ? await lettersOfAll(list, order, filter) : await lettersByIndex(list, order)
    const first = found.findIndex((letter) => (letter.codePointAt(0) ?? 0) >= SYLLABLES)
    const alphabets = found.filter((letter, at) => at === first || (letter.codePointAt(0) ?? 0) < SYLLABLES)
    return [...new Set(alphabets.map((letter) => (/\p{L}/u.test(letter) ? letter.toUpperCase() : NO_LETTER)))]
  })
}

/**
 * From each letter straight to the first row of the next: as many steps as there are letters, however long the list.
 */
async function lettersByIndex({ table }: Pick<List<{ id: string }>, 'table'>, order: Order): Promise<string[]> {
  const key = keyOf(order)
  const next = (behind: SQL): SQL => sql`select ${key} as key from ${table} where ${behind} order by ${key} limit 1`
  const { rows } = await readDb().execute<{ letter: string }>(sql`
    with recursive step as (
      (${next(sql`${key} < ${LAST}`)})
      union all
      select following.key from step, lateral (${next(sql`${key} > step.key and ${key} < ${LAST} and ${key} >=
        case when step.key < 'a' collate "und-x-icu" then 'a' else left(step.key, 1) || ${LAST} end`)}) as following
    )
    select left(key, 1) as letter from step limit ${MOST}`)
  return rows.map(({ letter }) => letter)
}

/** Of the rows that a filter lets through. */
async function lettersOfAll(
  { table }: Pick<List<{ id: string }>, 'table'>,
  order: Order,
  filter: Filter,
): Promise<string[]> {
  const key = keyOf(order)
  const { rows } = await readDb().execute<{ letter: string }>(sql`
    select distinct left(${key}, 1) collate "und-x-icu" as letter from ${table}
    where ${and(filter.condition, sql`${key} < ${LAST}`)} order by letter limit ${MOST}`)
  return rows.map(({ letter }) => letter)
}

/** What a list is asked for, as far as it says which rows it has. */
interface Asked {
  sort: string
  searchTerm: string
  filter: Filter
  letter?: string | undefined
}

/**
 * Which rows a list has: from its letter on, in the direction of its order. Throws VALIDATION_ERROR at `letter` for an
 * order without letters, and in a search.
 */
export function fromLetter<Row extends { id: string }>(
  list: Pick<List<Row>, 'orders'>,
  { sort, searchTerm, filter, letter }: Asked,
): Filter {
  if (letter === undefined) return filter
  const order = orderOf(list, sort)
  if (!order.hasLetters || searchTerm.trim() !== '')
    throw createError('VALIDATION_ERROR', { fields: { letter: { key: 'letter_order' } } })
  const condition = and(filter.condition, beginning(order, letter))
  return { key: JSON.stringify([filter.key, sort, letter]), condition }
}

function beginning(order: Order, letter: string): SQL | undefined {
  const key = keyOf(order)
  if (letter === NO_LETTER) return order.isDescending ? sql`${key} < 'a'` : undefined
  return order.isDescending ? sql`${key} < ${fold(letter) + LAST}` : sql`${key} >= ${fold(letter)}`
}

function keyOf({ keys: [key] }: Order) {
  if (!key) throw new Error('An order with letters needs a key')
  return key
}
