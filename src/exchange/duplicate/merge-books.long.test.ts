import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookMerge, mergedBook } from '#base/db/tables/book-merge.ts'
import { book } from '#base/db/tables/book.ts'
import { duplicate, duplicateRun } from '#base/db/tables/duplicate.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre, type BookRow } from '#test/factories.ts'
import { untilWaiting } from '#test/waiting.ts'
import { compareNext } from './duplicate-finder.server.ts'
import { duplicateRouter } from './duplicate.router.server.ts'

useDatabase()

let manager: SignedInCaller
let one: BookRow
let two: BookRow
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(bookMerge)
  await db.delete(book)
  await db.delete(duplicate)
  await db.delete(duplicateRun)
  await db.delete(activity)
  const novel = await theGenre('novel')
  one = await aBook({ title: 'Nedjma', author: 'Kateb, Yacine', publisher: '' })
  two = await aBook({ title: 'Nedjma : roman', author: 'Kateb Yacine', publisher: 'Seuil', genreId: novel.id })
})

const seen = (...books: BookRow[]) => books.map(({ id, version }) => ({ id, version }))
const merge = (
  more: { keep?: string; from?: Record<string, string>; books?: { id: string; version: number }[] } = {},
) => manager.call(duplicateRouter.merge, { books: seen(one, two), keep: one.id, from: {}, ...more })
const split = (mergeId: string) => manager.call(duplicateRouter.split, { mergeId })

/** The table of books, without what counts changes. */
const table = async () =>
  (await db.select().from(book).orderBy(asc(book.id))).map((row) => ({ ...row, version: 0, updatedAt: null }))

test('merges field by field, as one entry of the activity', async () => {
  const from = { publisher: two.id, genreId: two.id, author: two.id }
  const { book: merged } = await merge({ from })
  expect(merged).toMatchObject({ id: one.id, title: 'Nedjma', author: 'Kateb Yacine', publisher: 'Seuil', version: 2 })
  expect(merged.genre?.slug).toBe('novel')
  expect(await table()).toHaveLength(1)
  const [entry, ...others] = await db
    .select()
    .from(activity)
    .where(eq(activity.subjectId, one.id))
    .orderBy(sql`id desc`)
    .limit(1)
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    action: 'book.merge',
    actorId: manager.user.id,
    before: { publisher: '', author: 'Kateb, Yacine', merged: [{ id: two.id, title: 'Nedjma : roman' }] },
    after: { publisher: 'Seuil', author: 'Kateb Yacine', books: 1 },
  })
})

test('comes apart again: the table is as before', async () => {
  const before = await table()
  const { mergeId } = await merge({ from: { title: two.id, author: two.id, publisher: two.id, genreId: two.id } })
  expect(await manager.call(duplicateRouter.mergesOfBook, { id: one.id })).toMatchObject([
    { id: mergeId, books: [{ id: two.id }] },
  ])
  expect(await split(mergeId)).toMatchObject({ unrestoredFields: [], restored: [{ id: two.id, version: two.version }] })
  expect(await table()).toEqual(before)
  expect(await db.$count(mergedBook)).toBe(0)
  await expect(split(mergeId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('of a pair that a colleague has just merged is refused, and says who it was', async () => {
  const colleague = await as('manager', { name: 'Juma Mwangi' })
  await colleague.call(duplicateRouter.merge, { books: seen(one, two), keep: two.id, from: {} })
  for (const keep of [one.id, two.id])
    await expect(merge({ keep })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: m.duplicates_merged_by({ person: 'Juma Mwangi' }),
    })
})

test('keeps fields that were changed since, and names them', async () => {
  const { mergeId } = await merge({ from: { publisher: two.id, author: two.id } })
  await db.update(book).set({ publisher: 'Points', version: 3 }).where(eq(book.id, one.id))
  const { survivor, unrestoredFields } = await split(mergeId)
  expect(unrestoredFields).toEqual(['publisher'])
  expect(survivor).toMatchObject({ author: 'Kateb, Yacine', publisher: 'Points' })
})

test('does not come apart while title and author are taken, nor before a later merge', async () => {
  const { mergeId } = await merge()
  const taken = await aBook({ title: two.title, author: two.author })
  await expect(split(mergeId)).rejects.toMatchObject({ code: 'SPLIT_TAKEN', status: 409 })
  const later = await manager.call(duplicateRouter.merge, {
    books: [
      { id: one.id, version: 2 },
      { id: taken.id, version: 1 },
    ],
    keep: taken.id,
  })
  await expect(split(mergeId)).rejects.toMatchObject({ code: 'MERGED_AGAIN' })
  await split(later.mergeId)
  await db.delete(book).where(eq(book.id, taken.id))
  await split(mergeId)
  expect(await table()).toHaveLength(2)
})

test('is possibly the same as others again when it is apart', async () => {
  const third = await aBook({ title: 'Nedjmaa', author: 'Kateb Yacine' })
  await db.update(book).set({ updatedAt: new Date('2026-01-01') })
  const compare = async () => {
    while (await compareNext());
  }
  const alike = async (id: string) =>
    (await manager.call(duplicateRouter.ofBook, { id })).map((found) => found.id).toSorted()
  await compare()
  const before = await alike(third.id)
  expect(before).toEqual([one.id, two.id].toSorted())
  const { mergeId } = await merge()
  // The finder forgets what was merged.
  await manager.call(duplicateRouter.compareAll, undefined)
  await compare()
  expect(await alike(third.id)).toEqual([one.id])
  await split(mergeId)
  await compare()
  expect(await alike(third.id)).toEqual(before)
})

test('does not come apart when its book is merged at the same moment', async () => {
  const { mergeId } = await merge()
  const other = await aBook({ title: 'Other' })
  let splitting: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from book where id in (${one.id}, ${other.id}) for update`)
    splitting = split(mergeId).then(undefined, (error: unknown) => error)
    await untilWaiting()
    await tx.execute(sql`
      with later as (insert into book_merge (id, book_id, before, after) values (${other.id}, ${other.id}, '{}', '{}') returning id)
      insert into merged_book (id, merge_id, book_id, "values", version, created_at, updated_at, is_sample, title_hash)
      select ${one.id}, later.id, ${other.id}, '{}', 1, now(), now(), false, '' from later`)
    await tx.delete(book).where(eq(book.id, one.id))
  })
  expect(await splitting).toMatchObject({ code: 'MERGED_AGAIN' })
})

test('what was deleted since does not stand in the way', async () => {
  const { mergeId } = await merge()
  await db.delete(book)
  expect(await split(mergeId)).toMatchObject({ survivor: null, restored: [{ id: two.id }] })
})

test('old ids redirect, over several merges', async () => {
  await merge()
  const three = await aBook({ title: 'Nedjma!', author: 'Kateb Yacine' })
  await manager.call(duplicateRouter.merge, { books: [{ id: one.id, version: 2 }, ...seen(three)], keep: three.id })
  const response = await manager.request(`/api/v1/books/${two.id}`)
  expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
    308,
    `/api/v1/books/${three.id}`,
    'no-store',
  ])
  expect(await response.json()).toMatchObject({ code: 'BOOK_MERGED' })
  await expect(manager.call(bookRouter.get, { id: two.id })).rejects.toMatchObject({ movedTo: three.id })
  await db.delete(book)
  expect((await manager.request(`/api/v1/books/${two.id}`)).status).toBe(404)
})

test('refuses what was changed or deleted meanwhile, and what would be the same as a third book', async () => {
  await expect(
    merge({
      books: [
        { id: one.id, version: 1 },
        { id: two.id, version: 7 },
      ],
    }),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
    theirs: { id: two.id, version: 1 },
  })
  await aBook({ title: two.title, author: one.author })
  await expect(merge({ from: { title: two.id } })).rejects.toMatchObject({ code: 'BOOK_TAKEN' })
  await expect(merge({ from: { title: manager.user.id } })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await db.delete(book).where(eq(book.id, two.id))
  await expect(merge()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await db.$count(bookMerge)).toBe(0)
})

test('of merges at the same time one wins, whichever book survives', async () => {
  const results = await Promise.allSettled([merge(), merge({ keep: two.id }), merge(), merge({ keep: two.id })])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await table()).toHaveLength(1)
  expect(await db.$count(mergedBook)).toBe(1)
})

test('of books that were merged meanwhile nobody can say any more that they are not the same', async () => {
  await merge()
  const late = manager.call(duplicateRouter.dismiss, { id: one.id, others: [two.id] })
  await expect(late).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a dismissal holds for the merged book, and goes with the merge', async () => {
  const three = await aBook({ title: 'Nedjma, un roman', author: 'Kateb Yacine' })
  await manager.call(duplicateRouter.dismiss, { id: two.id, others: [three.id] })
  const { mergeId } = await merge()
  const dismissed = () => db.$count(duplicate, eq(duplicate.state, 'dismissed'))
  expect(await dismissed()).toBe(2)
  while (await compareNext());
  expect(await manager.call(duplicateRouter.ofBook, { id: one.id })).toEqual([])
  await split(mergeId)
  expect(await dismissed()).toBe(1)
})

test('an import does not bring merged books back, by their titles or ids, also over several merges', async () => {
  await merge()
  const three = await aBook({ title: 'Nedjma!', author: 'Kateb Yacine' })
  await manager.call(duplicateRouter.merge, { books: [{ id: one.id, version: 2 }, ...seen(three)], keep: three.id })
  const file = `id,title,author\n,${two.title},${two.author}\n${two.id},Another title,Somebody\n,A new one,\n`
  const response = await manager.request('/api/v1/imports?dryRun=true', {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'text/csv' },
  })
  expect(await response.json()).toMatchObject({ rows: 3, created: 1, unchanged: 2, updated: 0 })
})

test('a merged book whose id came back is merged again', async () => {
  const { mergeId } = await merge()
  await db.delete(book)
  const [again, three] = [await aBook({ id: two.id, title: two.title }), await aBook({ title: 'Nedjma!' })]
  const { book: survivor } = await manager.call(duplicateRouter.merge, { books: seen(again, three), keep: three.id })
  expect(survivor).toMatchObject({ id: three.id, version: 2 })
  await expect(manager.call(bookRouter.get, { id: two.id })).rejects.toMatchObject({ movedTo: three.id })
  // Nothing is left of the first merge that could be taken apart.
  await expect(split(mergeId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('is for managers alone', async () => {
  const reader = await as('reader')
  await expect(reader.call(duplicateRouter.merge, { books: seen(one, two), keep: one.id })).rejects.toMatchObject({
    status: 403,
  })
})
