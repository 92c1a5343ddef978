import { and, eq, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { lookupAnswer } from '#base/db/tables/lookup.ts'
import type { AskedSource } from '#base/env/lookup-env.server.ts'
import { COVER_LIMIT } from '#catalogue/book/cover/cover.schema.ts'
import { renewCover, storeCover } from '#catalogue/book/shared/cover/cover-image.server.ts'
import { fetchBytes } from '#base/lib/http/fetch-bytes.server.ts'
import { currentContext } from '#base/lib/http/request-context.server.ts'
import type { BookRecord } from '#exchange/book-source/shared/book-record.ts'
import { openLibraryPictureUrl } from '#exchange/book-source/shared/open-library.server.ts'
import { LOOKUP_AGENT } from '#exchange/book-source/shared/ask-source.server.ts'

/** Milliseconds that a picture is waited for: the texts of all sources wait with it. */
const PICTURE_TIME = 1500

/**
 * The name of the picture that a record offers (of the four sources only Open Library does), stored as if a person had
 * sent it. Undefined where there is none, and where it does not come in time (`deadline` is one of `performance.now()`) or is
 * refused: a book is looked up without it too.
 */
export async function pictureOf(
  asked: AskedSource,
  isbn: string,
  { picture = '', cover = '' }: BookRecord,
  deadline: number,
): Promise<string | undefined> {
  if (asked.source !== 'openlibrary' || !/^\d+$/.test(picture)) return undefined
  if (cover !== '' && (await renewCover(cover))) return cover
  try {
    const { url, isOwnAddress } = asked
    const answer = await fetchBytes(openLibraryPictureUrl(asked, picture), {
      trustedOrigin: isOwnAddress ? new URL(url).origin : undefined,
      accept: 'image/jpeg, image/png, image/webp',
      userAgent: LOOKUP_AGENT,
      maxBytes: COVER_LIMIT,
      signal: AbortSignal.timeout(Math.max(1, Math.min(PICTURE_TIME, Math.ceil(deadline - performance.now())))),
    })
    if (answer.status !== 200) return undefined
    const stored = await storeCover(answer.body)
    await db
      .update(lookupAnswer)
      .set({ record: sql`${lookupAnswer.record} || ${JSON.stringify({ cover: stored })}::jsonb` })
      .where(and(eq(lookupAnswer.source, asked.source), eq(lookupAnswer.isbn, isbn)))
    return stored
  } catch (error) {
    currentContext()?.log.warn({ source: asked.source, detail: String(error) }, 'A picture of a look-up was not stored')
    return undefined
  }
}
