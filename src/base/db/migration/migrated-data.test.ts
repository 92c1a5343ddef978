import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#base/lib/id.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser, type UserRow } from '#test/factories.ts'
import { aBorrower, aCopy } from '#test/lending.ts'
import { compareNext } from '#exchange/duplicate/duplicate-finder.server.ts'
import { restoreBooks } from '#catalogue/book/shared/book-trash.server.ts'
import { DEFAULT_CHOICES } from '#exchange/import/import-choices.schema.ts'
import { withActor } from '../actor.server.ts'
import { db } from '../connection/client.server.ts'
import { activity } from '../tables/activity.ts'
import { bookBulk, bookBulkRow } from '../tables/book-bulk.ts'
import { bookImport, bookImportRow } from '../tables/book-import.ts'
import { bookMerge, mergedBook } from '../tables/book-merge.ts'
import { book } from '../tables/book.ts'
import { duplicate } from '../tables/duplicate.ts'
import { deletedBook } from '../tables/deleted-book.ts'
import { hold, loan } from '../tables/loan.ts'
import { sampleBook } from '../tables/sample.ts'
import { account, user } from '../tables/user.ts'

useDatabase()

/** Runs a migration's changes of existing rows again, as on an older installation. */
async function migrateRows(name: string): Promise<void> {
  const folder = join(projectRoot, 'drizzle')
  const file = readdirSync(folder).find((one) => one.endsWith(`_${name}.sql`)) ?? ''
  const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')
  const ofRows = statements.filter((one) => /^(UPDATE|SELECT|DELETE|INSERT|WITH)\b/m.test(one))
  await db.transaction(async (tx) => {
    for (const statement of ofRows) await tx.execute(sql.raw(statement))
  })
}

describe('the times of onboarding that an invitation set', () => {
  const at = new Date('2026-01-02T03:04:05Z')
  const later = new Date(at.getTime() + 60_000)
  const onboardedOf = async ({ id }: UserRow) =>
    (await db.select({ at: user.onboardedAt }).from(user).where(eq(user.id, id)))[0]?.at ?? null

  test('are reverted for users who never signed in, without a record', async () => {
    const invited = await aUser({ emailVerified: false, createdAt: at, onboardedAt: at })
    const recorded = await db.$count(activity)
    await migrateRows('user_invited_at')
    expect(await onboardedOf(invited)).toBeNull()
    expect(await db.$count(activity)).toBe(recorded)
  })

  test('stay for users who have or may have signed in', async () => {
    const times = { createdAt: at, onboardedAt: at }
    const people = [
      await aUser(times),
      await aUser({ emailVerified: false, createdAt: at, onboardedAt: later }),
      await aUser({ ...times, emailVerified: false }),
      await aUser({ ...times, emailVerified: false }),
    ]
    const [, , withClusterClient, withAccount] = people
    if (withClusterClient) await signedIn(withClusterClient)
    if (withAccount) await db.insert(account).values({ userId: withAccount.id, providerId: 'oidc', accountId: 'x' })
    await migrateRows('user_invited_at')
    expect((await Promise.all(people.map(onboardedOf))).every((one) => one !== null)).toBe(true)
  })
})

describe('sample books that have no mark yet', () => {
  const MINUTE = 60_000
  /** As samples were added before there were marks: one for each minute before the moment they were added. */
  const addLadder = async (title: string, count: number) => {
    const start = Date.now() - count * MINUTE
    const rows = Array.from({ length: count }, (_, index) => {
      const at = new Date(start + index * MINUTE)
      return { title: `${title} ${index}`, createdAt: at, updatedAt: at }
    })
    return db.insert(book).values(rows).returning()
  }

  test('are known by the times that were given to them, which are put right', async () => {
    const samples = await addLadder('Sample', 80)
    const [edited] = samples
    await db
      .update(book)
      .set({ version: 2, updatedAt: new Date() })
      .where(eq(book.id, edited?.id ?? ''))
    // Books of people: added by hand, by an import in one statement, and a few with times of their own.
    const own = [
      ...(await db
        .insert(book)
        .values([...Array(60).keys()].map((index) => ({ title: `Imported ${index}` })))
        .returning()),
      ...(await addLadder('Own', 20)),
    ]
    const recorded = await db.$count(activity)
    await migrateRows('sample_books')
    const marked = await db
      .select({ id: book.id, createdAt: book.createdAt, updatedAt: book.updatedAt })
      .from(sampleBook)
      .innerJoin(book, eq(book.id, sampleBook.bookId))
    expect(new Set(marked.map(({ id }) => id))).toEqual(new Set(samples.slice(1).map(({ id }) => id)))
    for (const { createdAt, updatedAt } of marked) {
      expect(updatedAt).toEqual(createdAt)
      expect(Math.abs(Date.now() - createdAt.getTime())).toBeLessThan(5 * MINUTE)
    }
    expect(await db.$count(activity)).toBe(recorded)
    for (const one of own)
      expect((await db.select().from(book).where(eq(book.id, one.id)))[0]?.createdAt).toEqual(one.createdAt)
  })
})

test('books that a bulk change has deleted are in the trash, for as long as if they were deleted today', async () => {
  const longAgo = new Date('2025-01-02T03:04:05Z')
  const gone = await aBook({ title: 'Gone', author: 'Before', publisher: 'P', createdAt: longAgo })
  const there = await aBook({ title: 'There' })
  await withActor('none', (tx) => tx.delete(book).where(eq(book.id, gone.id)))
  const person = await aUser({ role: 'admin' })
  const [bulk] = await db
    .insert(bookBulk)
    .values({
      state: 'done',
      operation: { kind: 'delete' },
      userId: person.id,
      total: 2,
      processed: 2,
      finishedAt: longAgo,
    })
    .returning()
  const before = { title: 'Gone', author: 'Before', publisher: 'P', genreId: null, createdAt: longAgo.toISOString() }
  await db.insert(bookBulkRow).values(
    [gone, there].map(({ id }, at) => ({
      bulkId: bulk?.id ?? '',
      at,
      bookId: id,
      version: 2,
      result: 'changed' as const,
      before,
    })),
  )
  const started = Date.now()
  await migrateRows('trash')
  const rows = await db.select().from(deletedBook)
  expect(rows).toMatchObject([
    {
      id: gone.id,
      title: 'Gone',
      author: 'Before',
      publisher: 'P',
      version: 1,
      createdAt: longAgo,
      deletedBy: person.id,
    },
  ])
  expect(rows[0]?.deletedAt.getTime()).toBeGreaterThan(started - 60_000)
  const { restored } = await withActor('none', (tx) => restoreBooks(tx, [gone.id]))
  expect(restored).toEqual([gone.id])
})

test('a copy that was marked lost while on loan has ended its loan, which its borrower owes', async () => {
  const [lost, here] = [await aCopy({ condition: 'lost' }), await aCopy()]
  const { id: borrowerId } = await aBorrower()
  const lentAt = new Date('2026-01-02T03:04:05Z')
  const values = [lost, here].map(({ id: copyId }) => ({
    copyId,
    borrowerId,
    lentAt,
    dueOn: '2026-01-16',
    actId: newId(),
  }))
  await db.insert(loan).values(values)
  await migrateRows('lost_loans_end')
  const rows = await db.select().from(loan).where(eq(loan.borrowerId, borrowerId)).orderBy(loan.copyId)
  expect(rows).toMatchObject([
    { copyId: lost.id, lostAt: lost.updatedAt, settledAs: null },
    { copyId: here.id, lostAt: null },
  ])
})

test('books with a volume, also merged, previewed and changing ones, get the hash that knows it; others keep theirs', async () => {
  const known = sql`public.book_hash('Kaze', 'Sato', '', '2')`
  const former = sql`public.book_hash('Kaze', 'Sato', '', '')`
  const [first, second, person] = [
    await aBook({ title: 'Kaze', author: 'Sato' }),
    await aBook({ title: 'Kaze', author: 'Sato', volume: '2' }),
    await aUser(),
  ]
  const values = { title: 'Kaze', author: 'Sato', edition: '', volume: '2' }
  // Before the update the first volume alone was here.
  await db.delete(book).where(eq(book.id, first.id))
  await db.execute(sql`update book set title_hash = ${former} where id = ${second.id}`)
  const [merge] = await db
    .insert(bookMerge)
    .values({ bookId: second.id, before: values, after: values, at: new Date(), userId: person.id })
    .returning()
  const [mergedId, times] = [newId(), { createdAt: new Date(), updatedAt: new Date() }]
  await db.insert(mergedBook).values({
    id: mergedId,
    mergeId: merge?.id ?? '',
    bookId: second.id,
    values,
    version: 1,
    ...times,
    isSample: false,
    titleHash: Buffer.alloc(0),
  })
  const [waiting] = await db
    .insert(bookImport)
    .values({ filename: 'a.csv', size: 1, header: [], columns: {}, choices: DEFAULT_CHOICES })
    .returning()
  const { edition: _, ...input } = values
  const staged = { importId: waiting?.id ?? '', at: 0, row: 2, result: 'created' as const, input }
  await db.insert(bookImportRow).values({ ...staged, titleHash: Buffer.alloc(1) })
  const [bulk] = await db
    .insert(bookBulk)
    .values({
      state: 'waiting',
      operation: { kind: 'set', field: 'author', value: 'Sato' },
      userId: person.id,
      total: 1,
    })
    .returning()
  await db.insert(bookBulkRow).values({
    bulkId: bulk?.id ?? '',
    at: 0,
    bookId: second.id,
    version: 1,
    result: 'changed',
    before: { ...values, author: 'Soto' },
    after: 'Sato',
    titleHash: Buffer.alloc(1),
  })
  const recorded = await db.$count(activity)
  await migrateRows('volume_key')
  const { rows } = await db.execute(sql`
    select title_hash = ${known} as is_known from book where id = ${second.id}
    union all select title_hash = ${known} from merged_book where id = ${mergedId}
    union all select title_hash = ${known} from book_import_row where import_id = ${staged.importId}
    union all select title_hash = ${known} from book_bulk_row where bulk_id = ${bulk?.id ?? ''}`)
  expect(rows.map((row) => row.is_known)).toEqual([true, true, true, true])
  expect(await db.$count(activity)).toBe(recorded)
  expect(await aBook({ title: 'Kaze', author: 'Sato' })).toBeTruthy()
})

test('of several holds of a borrower on a book the one with a copy stays, else the first', async () => {
  const [lent, other, who] = [await aCopy(), await aCopy(), await aBorrower()]
  await db.execute(sql`alter table hold drop constraint hold_book_id_borrower_id_unique`)
  const placed = (bookId: string, at: number) => ({ bookId, borrowerId: who.id, placedAt: new Date(at) })
  const rows = await db
    .insert(hold)
    .values([
      placed(lent.bookId, 2),
      { ...placed(lent.bookId, 3), copyId: lent.id },
      placed(other.bookId, 5),
      placed(other.bookId, 4),
    ])
    .returning()
  await migrateRows('lending_indexes')
  const left = (await db.select().from(hold)).map(({ id }) => id)
  expect(left.toSorted()).toEqual([rows[1]?.id ?? '', rows[3]?.id ?? ''].toSorted())
  await db.execute(sql`alter table hold add constraint hold_book_id_borrower_id_unique unique (book_id, borrower_id)`)
})

test('of two books that are the same by the rule of the same author the first has the new key, and both are possible duplicates', async () => {
  const [first, later] = [
    await aBook({ title: 'Kiti Kimoja', author: 'Dotted' }),
    await aBook({ title: 'kiti kimoja', author: 'Dotless' }),
  ]
  const hashOf = async ({ id }: { id: string }) =>
    (await db.select({ hash: book.titleHash }).from(book).where(eq(book.id, id)))[0]?.hash.toString('hex')
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table book disable trigger book_derived_again`)
    for (const [{ id }, author] of [
      [first, 'J. R. R. Abc'],
      [later, 'J.R.R. Abc'],
    ] as const)
      await tx.execute(
        sql`update book set author = ${author}, title_hash = public.fold_hash(title, ${author}) where id = ${id}`,
      )
    await tx.execute(sql`alter table book enable trigger book_derived_again`)
  })
  const former = await hashOf(later)
  await migrateRows('same_author')
  const { rows } = await db.execute<{ key: string }>(
    sql`select encode(public.book_hash('Kiti Kimoja', 'J R R Abc', '', ''), 'hex') as key`,
  )
  expect([await hashOf(first), await hashOf(later)]).toEqual([rows[0]?.key, former])
  while (await compareNext()) continue
  const pairs = await db.select({ a: duplicate.a, b: duplicate.b }).from(duplicate)
  expect(pairs.map(({ a, b }) => [a, b].toSorted())).toContainEqual([first.id, later.id].toSorted())
})
