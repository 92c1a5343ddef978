import { and, desc, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import { readDb } from '#base/db/connection/client.server.ts'
import { rowsById } from '#base/db/list/page.server.ts'
import { tableVersion, VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { book } from '#base/db/tables/book.ts'
import { withCopies } from '../shared/on-shelf.server.ts'
import { fold } from '#base/lib/search/fold.ts'
import { foldedWords } from '#base/lib/search/fold-words.ts'
import { isBy } from '../list/book-author.server.ts'
import { authorsOf } from '../shared/book-author.ts'
import { isOfSeries, summaryList } from '../shared/book-list.server.ts'
import { nameOfSeries, partsOfTitle } from './book-title.ts'
import type { RelatedBooks } from '../book.schema.ts'

/** Maximum of books in each group, and the minimum that the last group is filled up to for a book without a genre. */
const MOST = 12
const FEW = 6
/** How many books of the authors are read. */
const OF_AUTHOR = 300
/** How many words of a title are searched: the longest, which tend to be rare. */
const WORDS = 6
/** A word in so many titles is ignored. */
const COMMON = 200

/** Folded stop words of titles: English, French, Swahili, Arabic, and words that number volumes. */
const STOP_WORDS = new Set(
  foldedWords(
    'the and for with from into through over under after before between its his her your our their that this you are was not but all who what how when why where vol volume book books tome part edition series ' +
      'les des une dans pour sur avec par aux est qui que son ses livre partie ' +
      'wa ya kwa katika cha vya yake wake kitabu hadithi ' +
      'في من على إلى عن مع التي الذي هذا هذه كتاب الجزء',
  ),
)

/** The ids of each group of related books. */
type RelatedIds = Record<keyof RelatedBooks, string[]>

/** Number of books whose related books are cached, until any book changes. Finding them takes six statements, and the result is the same for every reader. */
const KEPT = 500
const related = new VersionedPromiseCache<RelatedIds>(KEPT)

type Itself = Pick<typeof book.$inferSelect, 'id' | 'title' | 'author' | 'genreId' | 'sortTitle' | 'series' | 'volume'>

/**
 * Books to read next: of the same series by volume; by the same authors, first those whose titles name the same series; of the same genre, similar titles first, then the next in
 * the alphabet; and similar titles of other genres. Deterministic, no book twice; empty for an unknown id.
 */
export const relatedTo = async (id: string): Promise<RelatedBooks> =>
  readRelated(await related.getOrLoad(id, await tableVersion(bookChange), () => findRelated(id)))

async function findRelated(id: string): Promise<RelatedIds> {
  const { title, author, genreId, sortTitle, series, volume } = book
  const [itself] = await readDb()
    .select({ id: book.id, title, author, genreId, sortTitle, series, volume })
    .from(book)
    .where(eq(book.id, id))
  if (!itself) return { inSeries: [], byAuthor: [], inGenre: [], more: [] }
  const ofGenre = itself.genreId ? eq(genreId, itself.genreId) : undefined
  const [ofSeries, authored, alike, neighbours] = await Promise.all([
    seriesBooks(itself),
    byAuthorsOf(itself),
    alikeTitles(itself),
    neighboursOf(itself, ofGenre),
  ])
  const shown = new Set([id])
  const takeUnshown = (ids: readonly string[], most = MOST): string[] => {
    const taken = [...new Set(ids)].filter((one) => !shown.has(one)).slice(0, most)
    for (const one of taken) shown.add(one)
    return taken
  }
  const inSeries = takeUnshown(ofSeries)
  const byAuthor = takeUnshown(authored)
  const alikeInGenre = alike.filter((one) => one.genreId === itself.genreId).map((one) => one.id)
  const inGenre = ofGenre ? takeUnshown([...alikeInGenre, ...neighbours]) : []
  const more = takeUnshown(alike.map((one) => one.id))
  if (!ofGenre) more.push(...takeUnshown(neighbours, Math.max(FEW - more.length, 0)))
  return { inSeries, byAuthor, inGenre, more }
}

async function readRelated(ids: RelatedIds): Promise<RelatedBooks> {
  const all = Object.values(ids).flat()
  const rows = await rowsById(
    summaryList,
    all.map((id) => ({ id })),
  )
  const { items } = await withCopies({ items: rows })
  const of = (some: readonly string[]) => items.filter(({ id }) => some.includes(id))
  return { inSeries: of(ids.inSeries), byAuthor: of(ids.byAuthor), inGenre: of(ids.inGenre), more: of(ids.more) }
}

/** Books of the series in the order of volumes; of a long one those after the book, then those before it. */
async function seriesBooks({ id, series, volume, sortTitle }: Itself): Promise<string[]> {
  if (series === '') return []
  const order = sql`(${book.volume} collate counted, ${book.sortTitle}, ${book.id})`
  const isBehind = sql<boolean>`${order} > (${volume}::text collate counted, ${sortTitle}, ${id}::uuid)`
  const found = await readDb()
    .select({ id: book.id, isBehind })
    .from(book)
    .where(and(isOfSeries(series), ne(book.id, id)))
    .orderBy(desc(isBehind), order)
    .limit(MOST + 1)
  const isLong = found.length > MOST
  return (isLong ? found : found.toSorted((a, b) => Number(a.isBehind) - Number(b.isBehind))).map((one) => one.id)
}

/**
 * Books by one of the authors: first the same series by number, then those after the book in the alphabet, then those
 * before it.
 */
async function byAuthorsOf({ id, title, author, sortTitle }: Itself): Promise<string[]> {
  const authors = authorsOf(author)
  if (authors.length === 0) return []
  const found = await readDb()
    .select({
      id: book.id,
      title: book.title,
      isBehind: sql<boolean>`(${book.sortTitle}, ${book.id}) > (${sortTitle}, ${id}::uuid)`,
    })
    .from(book)
    .where(and(or(...authors.map(isBy)), ne(book.id, id)))
    .orderBy(book.sortTitle, book.id)
    .limit(OF_AUTHOR)
  const own = seriesOf(title)
  const isSame = (other: string) => own.name !== '' && seriesOf(other).name === own.name
  const inSeries = found
    .filter((one) => isSame(one.title))
    .toSorted((a, b) => seriesOf(a.title).number - seriesOf(b.title).number)
  const rest = found.filter((one) => !isSame(one.title))
  return [...inSeries, ...rest.filter((one) => one.isBehind), ...rest.filter((one) => !one.isBehind)].map(
    (one) => one.id,
  )
}

/** Reads "Discworld, #29; City Watch, #6" as the name of its first series and the number in it. */
function seriesOf(title: string): { name: string; number: number } {
  const [first = ''] = partsOfTitle(title).series.split(';')
  const number = /\d+(?:\.\d+)?/.exec(first)?.[0]
  return { name: fold(nameOfSeries(first)), number: number === undefined ? Infinity : Number(number) }
}

interface Alike {
  id: string
  genreId: string | null
}

/** Books whose titles share rare words with this one; those with the most and the rarest first. */
async function alikeTitles({ id, title }: Itself): Promise<Alike[]> {
  const words = [...new Set(foldedWords(title))]
    .filter((word) => /^[\p{L}\p{M}\p{N}]{3,}$/u.test(word) && !STOP_WORDS.has(word))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORDS)
  if (words.length === 0) return []
  const { rows } = await readDb().execute<{ id: string; genreId: string | null; word: number }>(
    sql.join(
      words.map((word, index) => sql`(${withWord(word, index)} and ${book.id} <> ${id}::uuid limit ${COMMON})`),
      sql` union all `,
    ),
  )
  const hits = words.map((_, index) => rows.filter((row) => row.word === index).length)
  const scores = new Map<string, Alike & { score: number }>()
  for (const { id: other, genreId, word } of rows) {
    const often = hits[word] ?? COMMON
    if (often >= COMMON) continue
    const score = (scores.get(other)?.score ?? 0) + 1 / Math.sqrt(often)
    scores.set(other, { id: other, genreId, score })
  }
  return [...scores.values()].toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

/** `like` uses the index of title words; the second condition checks that the word ends there. */
function withWord(word: string, index: number): SQL {
  const inTitle = sql`split_part(${book.allWords}, E'\\x1f', 1)`
  const folded = sql`public.fold_words(${word}::text)`
  return sql`select ${book.id} as id, ${book.genreId} as "genreId", ${index}::int as word from ${book}
    where ${inTitle} like '%' || ${folded} || '%' and ${inTitle} || ' ' like '%' || ${folded} || ' %'`
}

/** The next books in the alphabet, of the genre or of all; after the last one, from the first. */
async function neighboursOf({ id, sortTitle }: Itself, ofGenre: SQL | undefined): Promise<string[]> {
  const some = (condition: SQL | undefined) =>
    readDb()
      .select({ id: book.id })
      .from(book)
      .where(and(ofGenre, condition))
      .orderBy(book.sortTitle, book.id)
      .limit(MOST)
  const behind = await some(sql`(${book.sortTitle}, ${book.id}) > (${sortTitle}, ${id}::uuid)`)
  const first = behind.length < MOST ? await some(ne(book.id, id)) : []
  return [...behind, ...first].map((one) => one.id)
}
