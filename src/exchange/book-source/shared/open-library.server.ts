import * as z from 'zod/mini'
import type { AskedSource } from '#base/env/lookup-env.server.ts'
import { BadAnswerError } from '#base/lib/http/fetch-bytes.server.ts'
import { now } from '#base/lib/clock.ts'
import { fold } from '#base/lib/search/fold.ts'
import type { BookRecord } from './book-record.ts'

const text = z.catch(z.string(), '')
const texts = z.catch(z.array(text), [])
const named = z.catch(z.array(z.catch(z.object({ name: text }), { name: '' })), [])
const keyed = z.catch(z.array(z.catch(z.object({ key: text }), { key: '' })), [])

/** An edition of Open Library, of which any part may be missing or of another kind. */
const detailsSchema = z.object({
  title: text,
  subtitle: text,
  authors: named,
  by_statement: text,
  publishers: texts,
  publish_date: text,
  number_of_pages: z.catch(z.number(), 0),
  edition_name: text,
  series: texts,
  languages: keyed,
  subjects: texts,
  description: z.catch(
    z.union([
      z.string(),
      z.pipe(
        z.object({ value: z.string() }),
        z.transform(({ value }) => value),
      ),
    ]),
    '',
  ),
  isbn_13: texts,
  isbn_10: texts,
  covers: z.catch(z.array(z.catch(z.int(), 0)), []),
})
const answerSchema = z.record(z.string(), z.object({ details: detailsSchema }))

/** The address of Open Library's Books API for an ISBN. */
export function openLibraryUrl(base: string, isbn: string): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries({ bibkeys: `ISBN:${isbn}`, format: 'json', jscmd: 'details' }))
    url.searchParams.set(name, value)
  return url
}

/** The address of a picture by its number in Open Library's Covers API, large: of some 500 pixels. */
export const openLibraryPictureUrl = ({ url, isOwnAddress }: AskedSource, picture: string): URL =>
  new URL(`/b/id/${picture}-L.jpg?default=false`, isOwnAddress ? url : 'https://covers.openlibrary.org')

const joined = (names: readonly string[], sign = ', '): string => names.filter((name) => name.trim() !== '').join(sign)

/** The editions of an answer of the Books API. Throws SyntaxError or BadAnswerError for anything else. */
export function readOpenLibrary(body: Buffer): BookRecord[] {
  const answer = answerSchema.safeParse(JSON.parse(body.toString()))
  if (!answer.success) throw new BadAnswerError('it is no answer of the Books API')
  return Object.values(answer.data).map(({ details }) => recordOf(details))
}

const QUOTES = /^["'“”«»\s]+|["'“”«»\s]+$/g

/** What Open Library notes among the subjects for itself: where a book can be read, its lists, and codes such as `nyt:…`. */
const NO_SUBJECT =
  /^([a-z_]+:\S.*|accessible book|protected daisy|in library|lending library|overdrive|large type books|internet archive wishlist|open library staff picks|.*new york times bestseller.*)$/i

/** Each subject once, however it is written. */
const subjectsOf = (subjects: readonly string[]): string[] =>
  [
    ...new Map(
      subjects
        .filter((subject) => !NO_SUBJECT.test(subject.trim()))
        .toReversed()
        .map((one) => [fold(one), one] as const),
    ).values(),
  ].toReversed()

/** The year of a date, also of `07/15/22`, whose century is the last that it can be. */
function yearOf(date: string): string {
  const [year] = /\d{4}/.exec(date) ?? []
  const [, short] = /^\d\d?[/.-]\d\d?[/.-](\d\d)$/.exec(date.trim()) ?? []
  if (year !== undefined || short === undefined) return year ?? ''
  const current = now().getUTCFullYear() + 1
  const recent = current - (current % 100) + Number(short)
  return String(recent > current ? recent - 100 : recent)
}

/** `Series -- 2`, as librarians of Open Library write the number. */
function seriesOf(written: string): { series: string; volume: string } {
  const [, series = written, volume = ''] =
    /^(.+?)\s+--\s+(?:v(?:ol)?\.?\s*)?(\d{1,4})$/i.exec(written.slice(0, 300)) ?? []
  return { series, volume }
}

const recordOf = (details: z.infer<typeof detailsSchema>): BookRecord => ({
  title: joined([details.title, details.subtitle], ': '),
  author: joined(details.authors.map(({ name }) => name)) || details.by_statement,
  publisher: (details.publishers[0] ?? '').replace(QUOTES, ''),
  genre: '',
  isbn: joined([...details.isbn_13, ...details.isbn_10], '; '),
  year: yearOf(details.publish_date),
  language: details.languages[0]?.key.replace('/languages/', '') ?? '',
  pages: details.number_of_pages > 0 ? String(details.number_of_pages) : '',
  edition: details.edition_name,
  ...seriesOf(details.series[0] ?? ''),
  subject: joined(subjectsOf(details.subjects), '; '),
  // Below a rule stand the addresses that it comes from.
  summary: details.description.replace(/\s*\n-{5,}[^]*$/, ''),
  // -1 stands for a cover that was removed.
  picture: String(details.covers.find((id) => id > 0) ?? ''),
})
