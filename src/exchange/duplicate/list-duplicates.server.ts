import { and, eq, inArray, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { bookMerge, mergedBook } from '#base/db/tables/book-merge.ts'
import { book } from '#base/db/tables/book.ts'
import { duplicate } from '#base/db/tables/duplicate.ts'
import { personName, user } from '#base/db/tables/user.ts'
import type { Book } from '#catalogue/book/book.schema.ts'
import { selectBooks } from '#catalogue/book/shared/select-books.server.ts'
import { findRun } from './duplicate-finder.server.ts'
import { GROUP_MAX, type DuplicateGroup, type DuplicateList, type DuplicateState } from './duplicate.schema.ts'

interface Head {
  group_id: string
  score: number
  [column: string]: unknown
}

interface GroupPage {
  cursor?: string | undefined
  limit: number
  bookId?: string | undefined
}

/** A page of the groups of books that may be the same, or of those of one book, the most alike first; `total` counts all. */
export async function listGroups({ cursor, limit, bookId }: GroupPage): Promise<DuplicateList> {
  const [score, after] = cursor?.split(' ') ?? []
  const isBelow =
    cursor === undefined
      ? sql`true`
      : sql`(score < ${score}::real or (score = ${score}::real and group_id > ${after}::uuid))`
  const isOfBook =
    bookId === undefined
      ? sql`true`
      : sql`group_id in (select group_id from duplicate where state = 'found' and (a = ${bookId}::uuid or b = ${bookId}::uuid))`
  const [{ rows: heads }, total] = await Promise.all([
    db.execute<Head>(sql`
      select group_id, score from duplicate where is_head and state = 'found' and ${isBelow} and ${isOfBook}
      order by score desc nulls last, group_id limit ${limit + 1}`),
    countGroups(),
  ])
  const shown = heads.slice(0, limit)
  const last = heads.length > limit ? shown.at(-1) : undefined
  return { items: await groupsOf(shown), nextCursor: last ? `${last.score} ${last.group_id}` : null, total }
}

const countGroups = (): Promise<number> =>
  db.$count(duplicate, and(eq(duplicate.isHead, true), eq(duplicate.state, 'found')))

async function groupsOf(heads: readonly Head[]): Promise<DuplicateGroup[]> {
  const groups = heads.map((head) => head.group_id)
  const pairs = await db
    .select({ groupId: duplicate.groupId, a: duplicate.a, b: duplicate.b })
    .from(duplicate)
    .where(and(inArray(duplicate.groupId, groups), eq(duplicate.state, 'found')))
    .orderBy(sql`${duplicate.score} desc`, duplicate.a, duplicate.b)
  const idsOf = (groupId: string) =>
    [...new Set(pairs.filter((pair) => pair.groupId === groupId).flatMap(({ a, b }) => [a, b]))].slice(0, GROUP_MAX)
  const ids = groups.flatMap(idsOf)
  const books = new Map((await selectBooks().where(inArray(book.id, ids))).map((one) => [one.id, one]))
  return heads
    .map(({ group_id: id, score }) => ({ id, score, books: idsOf(id).flatMap((bookId) => books.get(bookId) ?? []) }))
    .filter((group) => group.books.length > 1)
}

/** The number of groups, and where the comparison of all books stands. */
export async function viewState(): Promise<DuplicateState> {
  const [run, groups] = await Promise.all([findRun(), countGroups()])
  if (!run) return { total: groups, run: null }
  const { isRunning, processed, finishedAt } = run
  const total = isRunning ? await db.$count(book) : processed
  return { total: groups, run: { isRunning, processed, total, finishedAt } }
}

/** The books that may be the same as one, the most alike first. */
export async function duplicatesOf(id: string): Promise<Book[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select case when a = ${id}::uuid then b else a end as id from duplicate
    where state = 'found' and (a = ${id}::uuid or b = ${id}::uuid) order by score desc limit ${GROUP_MAX}`)
  const ids = rows.map((row) => row.id)
  const books = await selectBooks().where(inArray(book.id, ids))
  return books.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** The merges of which a book is the result, the latest first. */
export async function mergesOf(bookId: string) {
  const merges = await db
    .select({
      id: bookMerge.id,
      at: bookMerge.at,
      by: personName(user),
    })
    .from(bookMerge)
    .leftJoin(user, eq(user.id, bookMerge.userId))
    .where(eq(bookMerge.bookId, bookId))
    .orderBy(sql`${bookMerge.at} desc`)
    .limit(GROUP_MAX)
  const books = await db
    .select()
    .from(mergedBook)
    .where(
      inArray(
        mergedBook.mergeId,
        merges.map(({ id }) => id),
      ),
    )
  return merges.map((merge) => ({
    ...merge,
    books: books
      .filter(({ mergeId }) => mergeId === merge.id)
      .map(({ id, values }) => ({ id, title: String(values.title), author: String(values.author) })),
  }))
}
