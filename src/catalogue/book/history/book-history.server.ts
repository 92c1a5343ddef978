import { and, desc, eq, inArray, or } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookBulkRow } from '#base/db/tables/book-bulk.ts'
import { bookImportRow } from '#base/db/tables/book-import.ts'
import { genre } from '#base/db/tables/genre.ts'
import {
  MOST_VERSIONS,
  reconstructVersions,
  type RecordedEntry,
  type ReconstructedVersion,
} from '#kit/activity/shared/reconstruct-versions.server.ts'
import { draftOf } from '../shared/book-draft.ts'
import { bookInputSchema, type Book, type BookInput } from '../book.schema.ts'
import type { BookVersion } from './book-history.schema.ts'

/**
 * The versions of a book after each of the latest entries of its activity, newest first: going back from the present
 * book, each entry gives the fields that it changed their former values. Left out are those between an import or a bulk
 * change and its undo, and those in which the book was deleted.
 */
export async function versionsOfBook(book: Book): Promise<BookVersion[]> {
  const versions = reconstructVersions(
    draftOf(book),
    await entriesOf(book.id),
    (known) => bookInputSchema.safeParse(known).data,
  )
  const genres = await genresOf(versions)
  return versions.flatMap(({ id, fields }) => {
    if (!fields) return []
    const { genreId, ...rest } = fields
    const own = genreId === null ? null : (genres.get(genreId) ?? null)
    return { id, book: { ...book, ...rest, genre: own }, isGenreGone: genreId !== null && own === null }
  })
}

/** The entries on a book itself, and the imports and bulk changes that changed it with its former values. */
async function entriesOf(id: string): Promise<RecordedEntry[]> {
  const [imports, bulkChanges] = await Promise.all([
    db
      .select({ of: bookImportRow.importId, before: bookImportRow.before })
      .from(bookImportRow)
      .where(and(eq(bookImportRow.bookId, id), inArray(bookImportRow.result, ['created', 'updated']))),
    db
      .select({ of: bookBulkRow.bulkId, before: bookBulkRow.before })
      .from(bookBulkRow)
      .where(and(eq(bookBulkRow.bookId, id), eq(bookBulkRow.result, 'changed'))),
  ])
  const former = new Map<string, RecordedEntry['before']>(
    [...imports, ...bulkChanges].map(({ of, before }) => [of, before]),
  )
  const rows = await db
    .select({
      id: activity.id,
      subjectId: activity.subjectId,
      action: activity.action,
      before: activity.before,
      after: activity.after,
    })
    .from(activity)
    .where(
      or(
        and(eq(activity.subjectId, id), eq(activity.subjectKind, 'book')),
        former.size > 0 ? inArray(activity.subjectId, [...former.keys()]) : undefined,
      ),
    )
    .orderBy(desc(activity.id))
    .limit(MOST_VERSIONS)
  return rows.map(({ subjectId, ...row }) =>
    former.has(subjectId) ? { ...row, before: former.get(subjectId), after: {} } : row,
  )
}

/** The genres of versions that still exist, by id, in one query. */
async function genresOf(
  versions: readonly ReconstructedVersion<BookInput>[],
): Promise<Map<string, NonNullable<Book['genre']>>> {
  const ids = [...new Set(versions.flatMap(({ fields }) => fields?.genreId ?? []))]
  if (ids.length === 0) return new Map()
  const found = await db
    .select({ id: genre.id, name: genre.name, slug: genre.slug, names: genre.names, hue: genre.hue })
    .from(genre)
    .where(inArray(genre.id, ids))
  return new Map(found.map((one) => [one.id, one]))
}
