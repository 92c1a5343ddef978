import { arrayContains } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { matchGenres } from '#base/db/genre-names.server.ts'
import { book } from '#base/db/tables/book.ts'
import type { AskedSource } from '#base/env/lookup-env.server.ts'
import { readRecord } from '#exchange/import/shared/read-record.server.ts'
import { namesAnother } from '#exchange/book-source/shared/book-record.ts'
import { pictureOf } from './lookup-picture.server.ts'
import { askSource } from '#exchange/book-source/shared/ask-source.server.ts'
import { lookupSchema } from './lookup.schema.ts'

/** Milliseconds in which all sources have to answer. */
const LOOKUP_TIME = 5000
const OWN_SHOWN = 3

/**
 * The books here with an ISBN of 13 digits, and what each source says of it, in their order. All are asked at once, and
 * none is waited for longer than 5 s. With `hasPictures` a picture of the cover that one of them offers is stored too.
 */
export async function lookUpIsbn(
  isbn: string,
  sources: readonly AskedSource[],
  hasPictures = false,
): Promise<z.output<typeof lookupSchema>> {
  const deadline = performance.now() + LOOKUP_TIME
  const [own, answers] = await Promise.all([
    ownBooks(isbn),
    Promise.all(sources.map((asked) => answerOf(asked, isbn, deadline, hasPictures))),
  ])
  return lookupSchema.parse({ own, sources: answers })
}

const ownBooks = (isbn: string) =>
  db
    .select({ id: book.id, title: book.title, author: book.author })
    .from(book)
    .where(arrayContains(book.isbn, [isbn]))
    .orderBy(book.id)
    .limit(OWN_SHOWN)

/** What a source says of an ISBN, in the form of `lookupSchema`. */
async function answerOf(asked: AskedSource, isbn: string, deadline: number, hasPictures: boolean) {
  const { source } = asked
  const none = { source, book: null, genre: null, failure: null, isOther: false }
  const answer = await askSource(asked, isbn, deadline)
  if ('failure' in answer) return { ...none, failure: answer.failure }
  if (answer.record === null) return none
  const { input, genre } = readRecord(answer.record)
  // No title, or one that a book here cannot have.
  if (!input) return { ...none, failure: { reason: 'unreadable' } }
  const [match] = genre === undefined ? [] : await matchGenres(db, [genre])
  const genreId = match?.id ?? undefined
  const cover = hasPictures ? await pictureOf(asked, isbn, answer.record, deadline) : undefined
  return {
    ...none,
    book: { ...input, ...(genreId !== undefined && { genreId }), ...(cover !== undefined && { cover }) },
    genre: genre ?? null,
    isOther: namesAnother(answer.record, isbn),
  }
}
