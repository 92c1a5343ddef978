import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy } from '#test/lending.ts'
import { isoDay } from '#base/lib/day-start.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { db } from '../connection/client.server.ts'
import { librarySettings } from '../library-settings.server.ts'
import { activity } from '../tables/activity.ts'
import { book } from '../tables/book.ts'
import { borrower, borrowerGroup } from '../tables/borrower.ts'
import { copy } from '../tables/copy.ts'
import { hold, loan } from '../tables/loan.ts'
import { genre } from '../tables/genre.ts'
import { removeSamples } from './samples.server.ts'
import { seedIfEmpty } from './seed.server.ts'

useDatabase()
beforeAll(async () => {
  await db.delete(book)
  await db.delete(genre)
  await db.delete(activity)
  await seedIfEmpty(db, 'sample')
})

test('A new library with samples lends them', async () => {
  expect((await librarySettings()).lending).toBe(true)
  const books = await db.$count(book)
  expect([await db.$count(copy), await db.$count(copy, sql`number ~ '^1[0-9]{7}$' and location <> ''`)]).toEqual([
    books,
    books,
  ])
  expect([await db.$count(borrowerGroup), await db.$count(borrower)]).toEqual([2, 30])
  const late = and(isNull(loan.returnedAt), lt(loan.dueOn, isoDay(now(), 'UTC')))
  expect([await db.$count(loan), await db.$count(loan, isNull(loan.returnedAt)), await db.$count(loan, late)]).toEqual([
    24, 19, 5,
  ])
  expect(await db.$count(activity)).toBe(0)
})

test('The removal of the samples takes their borrowers and loans, and keeps what the library has made its own', async () => {
  const aLoan = (copyId: string, borrowerId: string) =>
    db.insert(loan).values({ copyId, borrowerId, lentAt: now(), dueOn: '2099-01-01', actId: newId() })
  const [pupil, reader, waiting, ...others] = await db.select({ id: borrower.id }).from(borrower)
  if (!pupil || !reader || !waiting) throw new Error('The sample has borrowers')
  // One has a book of the library, one was changed, for one a book of the library is put aside, and a borrower of the library has a sample.
  await aLoan((await aCopy()).id, pupil.id)
  await db.update(borrower).set({ note: 'Ours', version: 2 }).where(eq(borrower.id, reader.id))
  const { id: copyId, bookId } = await aCopy()
  await db.insert(hold).values({ bookId, copyId, borrowerId: waiting.id, placedAt: now(), readyUntil: '2099-01-01' })
  const [aside] = await db.select({ title: book.title }).from(book).where(eq(book.id, bookId))
  const own = await aBorrower()
  const [free] = await db
    .select({ id: copy.id, title: book.title })
    .from(copy)
    .innerJoin(book, eq(book.id, copy.bookId))
    .where(sql`not exists (select from ${loan} where ${loan.copyId} = ${copy.id})`)
    .limit(1)
  if (!free) throw new Error('Most samples are free')
  await aLoan(free.id, own.id)
  const onLoan = await db
    .select({ title: book.title })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .where(
      and(isNull(loan.returnedAt), sql`${loan.borrowerId} in (${pupil.id}, ${reader.id}, ${waiting.id}, ${own.id})`),
    )

  const { changed } = await removeSamples()
  const left = await db.select({ id: borrower.id }).from(borrower)
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([pupil.id, reader.id, waiting.id, own.id]))
  const kept = await db.select({ title: book.title }).from(book)
  expect(new Set(kept.map(({ title }) => title))).toEqual(new Set([aside?.title, ...onLoan.map(({ title }) => title)]))
  expect(changed).toContain(free.title)
  expect(others.length).toBe(27)
  expect(await db.$count(borrowerGroup)).toBe(2)
})
