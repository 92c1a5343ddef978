import { db } from '#db/connection/client.server.ts'
import { matchGenres } from '#db/genre-names.server.ts'
import type { ImportLookup } from '#db/tables/book-import.ts'
import type { AskedSource } from '#env/lookup-env.server.ts'
import { askSource } from '#features/lookup/shared/ask-source.server.ts'
import { freeAgain } from '#features/lookup/shared/source-turns.server.ts'
import { now } from '#lib/clock.ts'
import { isSameValue } from '#lib/form/is-same-value.ts'
import type { LookupSource } from '#lib/lookup-sources.ts'
import type { RowReason } from '../page/import-reason.schema.ts'
import { readRecord } from '../shared/read-record.server.ts'

/** Milliseconds in which a source has to answer. */
const ANSWER_TIME = 5000
/** Milliseconds for which a source is waited for while others answer. After six failures in a row it needs a longer pause. */
const PATIENCE = 120_000

type Wait = NonNullable<ImportLookup['wait']>

/** What the sources say of a book, by field, and why it is nothing; or the source that has to be waited for. */
export type BookAnswer = { input: Record<string, unknown>; genre?: string; reason?: RowReason } | { wait: Wait }

export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || isSameValue(value, [])

/**
 * Asks the sources in their order for these fields of a book, until each has a value. One that fails is waited for, unless it
 * needs a long pause and others answer. An answer that cannot be read is none.
 */
export async function askAboutBook(
  isbn: string,
  fields: readonly string[],
  sources: readonly AskedSource[],
  signal: AbortSignal | undefined,
): Promise<BookAnswer | 'stopped'> {
  const input: Record<string, unknown> = {}
  let genre: string | undefined
  let isKnown = false
  const silent: LookupSource[] = []
  const away: Wait[] = []
  const isMissing = (field: string) => (field === 'genreId' ? genre === undefined : !(field in input))
  for (const asked of sources) {
    if (!fields.some(isMissing)) break
    if (signal?.aborted) return 'stopped'
    const { source } = asked
    const answer = await askSource(asked, isbn, performance.now() + ANSWER_TIME)
    if ('failure' in answer) {
      silent.push(source)
      const { reason } = answer.failure
      if (reason === 'unreadable') continue
      const until = await freeAgain(source)
      const wait = { source, reason, until: until.toISOString() }
      if (until.getTime() - now().getTime() <= PATIENCE) return { wait }
      away.push(wait)
    } else if (answer.record) {
      const read = readRecord(answer.record)
      isKnown ||= read.input !== undefined
      for (const field of fields)
        if (isMissing(field) && !isNothing(read.input?.[field])) input[field] = read.input?.[field]
      // Only a genre that is here, as in the form of a book.
      if (fields.includes('genreId') && genre === undefined && read.genre !== undefined)
        if ((await matchGenres(db, [read.genre]))[0]?.id) genre = read.genre
    }
  }
  const [first, ...others] = away
  if (first && away.length === sources.length)
    return { wait: others.reduce((best, one) => (one.until < best.until ? one : best), first) }
  if (genre !== undefined || Object.keys(input).length > 0) return { input, ...(genre !== undefined && { genre }) }
  if (silent.length > 0) return { input, reason: { kind: 'unanswered', sources: silent } }
  return isKnown ? { input } : { input, reason: { kind: 'unknown' } }
}
