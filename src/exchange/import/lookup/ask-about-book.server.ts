import { db } from '#base/db/connection/client.server.ts'
import { matchGenres } from '#base/db/genre-names.server.ts'
import type { ImportLookup } from '#base/db/tables/book-import.ts'
import type { AskedSource } from '#base/env/lookup-env.server.ts'
import { askSource } from '#exchange/book-source/shared/ask-source.server.ts'
import { namesAnother } from '#exchange/book-source/shared/book-record.ts'
import { freeAgain } from '#exchange/book-source/shared/source-turns.server.ts'
import { now } from '#base/lib/clock.ts'
import { isSameValue } from '#base/lib/form/is-same-value.ts'
import type { LookupSource } from '#base/lib/lookup-sources.ts'
import type { RowReason } from '../page/import-reason.schema.ts'
import { readRecord } from '../shared/read-record.server.ts'
import { isSameBook } from './is-same-book.ts'

/** Milliseconds in which a source has to answer. */
const ANSWER_TIME = 5000
/** Milliseconds for which a source is waited for while others answer. After six failures in a row it needs a longer pause. */
const PATIENCE = 120_000

type Wait = NonNullable<ImportLookup['wait']>

/** What the sources say of a book, by field, and why it is nothing; or the source that has to be waited for. */
export type BookAnswer =
  | { input: Record<string, unknown>; genre?: string; reason?: RowReason }
  /** `isFailure`: a source was asked, not only paused. */
  | { wait: Wait; isFailure: boolean }

/** A book, and the fields that it lacks. */
export interface LackingBook {
  isbns: readonly string[]
  title: string
  author: string
  fields: readonly string[]
}

interface Asking {
  signal: AbortSignal | undefined
  /** Sources that fail are not waited for any more. */
  isLastTry: boolean
}

export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || isSameValue(value, [])

/** Asks about each ISBN of a book, until one is known. */
export async function askAboutBook(
  book: LackingBook,
  sources: readonly AskedSource[],
  asking: Asking,
): Promise<BookAnswer | 'stopped'> {
  const reasons: RowReason[] = []
  for (const isbn of book.isbns) {
    const answer = await askAboutIsbn(isbn, book, sources, asking)
    if (answer === 'stopped' || 'wait' in answer || !answer.reason) return answer
    reasons.push(answer.reason)
  }
  const reasonOf = (kind: RowReason['kind']) => reasons.find((one) => one.kind === kind)
  return { input: {}, reason: reasonOf('other-book') ?? reasonOf('unanswered') ?? { kind: 'unknown' } }
}

/**
 * Asks the sources in their order for the fields of a book, until each has a value. One that fails is waited for, unless it
 * needs a long pause and others answer. An answer that cannot be read counts as none, and so does the record of
 * another book or of another ISBN.
 */
async function askAboutIsbn(
  isbn: string,
  book: LackingBook,
  sources: readonly AskedSource[],
  { signal, isLastTry }: Asking,
): Promise<BookAnswer | 'stopped'> {
  const { fields } = book
  const input: Record<string, unknown> = {}
  let genre: string | undefined
  let isKnown = false
  let otherTitle: string | undefined
  const silent: LookupSource[] = []
  const away: Wait[] = []
  let isFailure = false
  const isMissing = (field: string) => (field === 'genreId' ? genre === undefined : !(field in input))
  for (const asked of sources) {
    if (!fields.some(isMissing)) break
    if (signal?.aborted) return 'stopped'
    const { source } = asked
    const answer = await askSource(asked, isbn, performance.now() + ANSWER_TIME)
    if ('failure' in answer) {
      silent.push(source)
      const { reason } = answer.failure
      if (reason === 'unreadable' || isLastTry) continue
      isFailure ||= !answer.isPaused
      const until = await freeAgain(source)
      const wait = { source, reason, until: until.toISOString() }
      if (until.getTime() - now().getTime() <= PATIENCE) return { wait, isFailure }
      away.push(wait)
    } else if (answer.record) {
      const read = readRecord(answer.record)
      if (!read.input || namesAnother(answer.record, isbn)) continue
      const found = { title: String(read.input.title), author: String(read.input.author ?? '') }
      if (!isSameBook(book, found)) {
        otherTitle ??= found.title
        continue
      }
      isKnown = true
      for (const field of fields)
        if (isMissing(field) && !isNothing(read.input[field])) input[field] = read.input[field]
      // Only a genre that is here, as in the form of a book.
      if (fields.includes('genreId') && genre === undefined && read.genre !== undefined)
        if ((await matchGenres(db, [read.genre]))[0]?.id) genre = read.genre
    }
  }
  const [first, ...others] = away
  if (first && away.length === sources.length)
    return { wait: others.reduce((best, one) => (one.until < best.until ? one : best), first), isFailure }
  if (genre !== undefined || Object.keys(input).length > 0) return { input, ...(genre !== undefined && { genre }) }
  if (otherTitle !== undefined && !isKnown) return { input, reason: { kind: 'other-book', title: otherTitle } }
  if (silent.length > 0) return { input, reason: { kind: 'unanswered', sources: silent } }
  return isKnown ? { input } : { input, reason: { kind: 'unknown' } }
}
