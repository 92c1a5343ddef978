import { and, eq, gt } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { lookupAnswer } from '#base/db/tables/lookup.ts'
import type { AskedSource } from '#base/env/lookup-env.server.ts'
import { FileFault } from '#base/formats/file-fault.ts'
import { storedText } from '#base/formats/text/stored-text.ts'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { now } from '#base/lib/clock.ts'
import { BadAnswerError, fetchBytes, type FetchedBytes } from '#base/lib/http/fetch-bytes.server.ts'
import { PrivateAddressError } from '#base/lib/http/public-address.server.ts'
import { currentContext } from '#base/lib/http/request-context.server.ts'
import type { LookupSource } from '#base/lib/lookup-sources.ts'
import { fullestRecord, type BookRecord } from './book-record.ts'
import type { SourceFailure } from '../book-source.schema.ts'
import { openLibraryUrl, readOpenLibrary } from './open-library.server.ts'
import { noteFailure, noteSuccess, retrySeconds, takeTurn } from './source-turns.server.ts'
import { readSru, sruUrl } from '../sru.server.ts'

/** Milliseconds that an answer is not asked for again, also that nothing was found. */
export const ANSWER_LIFETIME = 30 * 24 * 3_600_000

const MAX_BYTES = 1_000_000

/** What a source is told: nothing of the library that asks. */
export const LOOKUP_AGENT = `Maktaba/${buildInfo().version} (library catalogue)`

interface Dialect {
  accept: string
  contentType: RegExp
  url(base: string, isbn: string): URL
  read(body: Buffer): BookRecord[] | Promise<BookRecord[]>
}

const sru = (version: string, schema: string, query: (isbn: string) => string): Dialect => ({
  accept: 'application/xml, text/xml',
  contentType: /^(text|application)\/([\w.-]+\+)?xml$/,
  url: (base, isbn) => sruUrl(base, version, query(isbn), schema),
  read: readSru,
})

const DIALECTS: Record<LookupSource, Dialect> = {
  dnb: sru('1.1', 'MARC21-xml', (isbn) => `isbn=${isbn}`),
  bnf: sru('1.2', 'unimarcxchange', (isbn) => `bib.isbn adj "${isbn}"`),
  k10plus: sru('1.1', 'marcxml', (isbn) => `pica.isb=${isbn}`),
  openlibrary: {
    accept: 'application/json',
    contentType: /^application\/json$/,
    url: openLibraryUrl,
    read: readOpenLibrary,
  },
}

/** `isPaused`: the source was not asked, because it has failed or has asked for a pause before. */
type Answer = { record: BookRecord | null } | { failure: SourceFailure; isPaused?: boolean }

/** What a source says of an ISBN: remembered, or asked for within `deadline`, which is a time of `performance.now()`. */
export async function askSource(asked: AskedSource, isbn: string, deadline: number): Promise<Answer> {
  const { source } = asked
  const known = await rememberedAnswer(source, isbn)
  if (known) return known
  const left = () => Math.max(1, Math.ceil(deadline - performance.now()))
  const seconds = await takeTurn(source, left())
  if (seconds !== undefined) return { failure: { reason: 'busy', seconds }, isPaused: true }
  const answer = await fetchRecord(asked, isbn, AbortSignal.timeout(left())).catch(failureOf)
  if ('failure' in answer) {
    const { detail, failure } = answer
    currentContext()?.log.warn({ source, reason: failure.reason, detail }, 'A source of book data failed')
    await noteFailure(source, failure.seconds)
    return { failure }
  }
  await remember(source, isbn, answer.record)
  await noteSuccess(source)
  return answer
}

async function rememberedAnswer(source: LookupSource, isbn: string): Promise<Answer | undefined> {
  const [known] = await db
    .select({ record: lookupAnswer.record })
    .from(lookupAnswer)
    .where(
      and(
        eq(lookupAnswer.source, source),
        eq(lookupAnswer.isbn, isbn),
        gt(lookupAnswer.at, new Date(now().getTime() - ANSWER_LIFETIME)),
      ),
    )
  return known
}

const fetchAnswer = ({ source, url, isOwnAddress }: AskedSource, isbn: string, signal: AbortSignal) =>
  fetchBytes(DIALECTS[source].url(url, isbn), {
    trustedOrigin: isOwnAddress ? new URL(url).origin : undefined,
    accept: DIALECTS[source].accept,
    userAgent: LOOKUP_AGENT,
    maxBytes: MAX_BYTES,
    signal,
  })

class RefusedError extends Error {
  readonly failure: SourceFailure

  constructor({ status, retryAfter }: FetchedBytes) {
    super(`status ${status}`)
    const seconds = retrySeconds(retryAfter)
    const isBusy = status === 429 || status === 503
    this.failure = isBusy ? { reason: 'busy', ...(seconds !== undefined && { seconds }) } : { reason: 'refused' }
  }
}

async function fetchRecord(
  asked: AskedSource,
  isbn: string,
  signal: AbortSignal,
): Promise<{ record: BookRecord | null }> {
  const { contentType, read } = DIALECTS[asked.source]
  const answer = await fetchAnswer(asked, isbn, signal)
  if (answer.status !== 200) throw new RefusedError(answer)
  if (!contentType.test(answer.contentType)) throw new BadAnswerError(`it is ${answer.contentType}`)
  const found = fullestRecord(await read(answer.body), isbn)
  const texts = found && Object.entries(found).map(([name, text]) => [name, storedText(text)])
  return { record: texts ? Object.fromEntries(texts) : null }
}

async function remember(source: LookupSource, isbn: string, record: BookRecord | null): Promise<void> {
  await db
    .insert(lookupAnswer)
    .values({ source, isbn, record, at: now() })
    .onConflictDoUpdate({ target: [lookupAnswer.source, lookupAnswer.isbn], set: { record, at: now() } })
}

const UNREADABLE = [FileFault, BadAnswerError, PrivateAddressError, SyntaxError]

/** Why asking failed. Throws a fault of our own. */
function failureOf(error: unknown): { failure: SourceFailure; detail: string } {
  const detail = String(error)
  if (error instanceof RefusedError) return { failure: error.failure, detail }
  if (error instanceof DOMException && error.name === 'TimeoutError') return { failure: { reason: 'slow' }, detail }
  if (UNREADABLE.some((kind) => error instanceof kind)) return { failure: { reason: 'unreadable' }, detail }
  // Of a socket, of TLS or of the parser of HTTP.
  if (!(error instanceof Error && 'code' in error)) throw error
  return { failure: { reason: String(error.code).startsWith('HPE_') ? 'unreadable' : 'unreachable' }, detail }
}
