import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { RECORDED_TABLES, RESTORABLE } from '#base/db/noun-tables.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { bookTrashRouter } from '#catalogue/book/trash/book-trash.router.server.ts'
import { borrowerMergeRouter } from '#lending/borrower-merge/borrower-merge.router.server.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { borrowerTrashRouter } from '#lending/borrower/trash/borrower-trash.router.server.ts'
import { copyRouter } from '#lending/copy/copy.router.server.ts'
import { duplicateRouter } from '#exchange/duplicate/duplicate.router.server.ts'
import { genreEditRouter } from '#catalogue/genre/genre-edit.router.server.ts'
import { userTrashRouter } from '#people/user/trash/user-trash.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { RECORDED } from '#nouns.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { undoRouter } from './undo.router.server.ts'
import { undoable } from './undo.server.ts'

useDatabase()
useLending()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})

const undo = (id: string) => manager.call(undoRouter.undo, { id })
const newest = async (action: string) => {
  const [row] = await db.select().from(activity).where(eq(activity.action, action)).orderBy(desc(activity.id)).limit(1)
  return row ?? { id: 0, subjectId: '' }
}
const undoNewest = async (action: string) => undo(String((await newest(action)).id))

const newGenre = (name: string) => manager.call(genreEditRouter.create, { name })
const newUser = (email: string, role: 'user' | 'admin' = 'user') =>
  manager.call(userRouter.create, { name: 'Somebody', email, role })
const newBook = () => manager.call(bookEditRouter.create, { title: `Book ${Math.random()}`, author: 'Somebody' })
const newCopy = async () => (await aCopy({ note: 'A note' })).id

/** Makes the change of which the undo is tried, each as a manager does it. */
const CHANGES: Record<string, () => Promise<unknown>> = {
  'book.create': newBook,
  'book.update': async () => {
    const { id, version } = await aBook({ title: 'Before' })
    await manager.call(bookEditRouter.update, { id, version, title: 'After' })
  },
  'book.delete': async () => {
    const { id, version } = await aBook()
    await manager.call(bookEditRouter.remove, { id, version })
  },
  'book.restore': async () => {
    const { id, version } = await aBook()
    await manager.call(bookEditRouter.remove, { id, version })
    await manager.call(bookTrashRouter.restore, { ids: [id] })
  },
  'book.merge': async () => {
    const [keep, other] = [await aBook({ title: 'Twin' }), await aBook({ title: 'Twin', edition: '2' })]
    await aCopy({ bookId: other.id })
    const books = [keep, other].map(({ id, version }) => ({ id, version }))
    await manager.call(duplicateRouter.merge, { books, keep: keep.id, from: {} })
  },
  'genre.update': async () => {
    const { id } = await newGenre('Genre One')
    await manager.call(genreEditRouter.update, { id, name: 'Genre Two' })
  },
  'genre.delete': async () => {
    const { id } = await newGenre('Genre Gone')
    await manager.call(genreEditRouter.remove, { id, moveTo: 'none' })
  },
  'genre.merge': async () => {
    const [one, other] = [await newGenre('Genre From'), await newGenre('Genre Into')]
    await manager.call(genreEditRouter.merge, { id: one.id, into: other.id })
  },
  'borrower.create': () => manager.call(borrowerRouter.create, { name: 'Borrower', note: 'A note' }),
  'borrower.update': async () =>
    manager.call(borrowerRouter.update, { id: (await aBorrower()).id, version: 1, name: 'Another' }),
  'borrower.delete': async () => manager.call(borrowerRouter.remove, { id: (await aBorrower()).id, version: 1 }),
  'borrower.merge': async () => {
    const [kept, other] = [await aBorrower(), await aBorrower()]
    return manager.call(borrowerMergeRouter.merge, {
      id: kept.id,
      version: 1,
      otherId: other.id,
      otherVersion: 1,
      take: ['name', 'card'],
    })
  },
  'borrower.restore': async () => {
    const { id } = await aBorrower()
    await manager.call(borrowerRouter.remove, { id, version: 1 })
    await manager.call(borrowerTrashRouter.restore, { ids: [id] })
  },
  'user.create': () => newUser('added@example.org'),
  'user.update': async () => {
    const { id } = await newUser('updated@example.org')
    await manager.call(userRouter.update, { id, version: 1, name: 'Else' })
  },
  'user.delete': async () => manager.call(userRouter.remove, { id: (await newUser('deleted@example.org')).id }),
  'user.restore': async () => {
    const { id } = await newUser('restored@example.org')
    await manager.call(userRouter.remove, { id })
    await manager.call(userTrashRouter.restore, { ids: [id] })
  },
  'user.set-role': async () => {
    const { id } = await newUser('role@example.org', 'admin')
    await manager.call(userRouter.update, { id, version: 1, role: 'user' })
  },
  'user.ban': async () => manager.call(userRouter.ban, { id: (await aUser()).id }),
  'user.unban': async () => {
    const { id } = await aUser()
    await manager.call(userRouter.ban, { id })
    await manager.call(userRouter.unban, { id })
  },
  'copy.create': newCopy,
  'copy.update': async () => manager.call(copyRouter.update, { id: await newCopy(), version: 1, note: 'Another' }),
  'copy.delete': async () => manager.call(copyRouter.remove, { id: await newCopy(), version: 1 }),
  'copy.restore': async () => {
    await manager.call(copyRouter.remove, { id: await newCopy(), version: 1 })
    await undoNewest('copy.delete')
  },
}

/** Every row that people wrote, by noun and id, wherever it is kept: in its table, in a trash, or to be restored. */
async function everything(): Promise<Set<string>> {
  const kept = RECORDED.flatMap((noun) => {
    const { table } = RECORDED_TABLES[noun]
    return [sql`select ${noun}::text as noun, id::text from ${table}`]
  })
  const inTrash = ['book', 'user', 'borrower'].map(
    (noun) => sql`select ${noun}::text, id::text from ${sql.identifier(`deleted_${noun}`)}`,
  )
  const others = [
    sql`select kind, id::text from deleted_row`,
    sql`select 'genre', id::text from ended_genre`,
    sql`select 'book', id::text from merged_book`,
  ]
  const { rows } = await db.execute<{ noun: string; id: string }>(
    sql.join([...kept, ...inTrash, ...others], sql` union `),
  )
  return new Set(rows.map(({ noun, id }) => `${noun} ${id}`))
}

test('There is a case for every change that can be taken back', () => {
  expect(Object.keys(CHANGES).toSorted()).toEqual(undoable().toSorted())
  expect(RESTORABLE).toContain('copy')
})

test.each(Object.keys(CHANGES))('An undo of %s erases nothing, and can itself be taken back', async (action) => {
  await CHANGES[action]?.()
  const entry = await newest(action)
  const before = await everything()
  const read = async () => {
    const noun = RECORDED.find((one) => action.startsWith(`${one}.`)) ?? 'book'
    const { table } = RECORDED_TABLES[noun]
    const { rows } = await db.execute<{ doc: Record<string, unknown> }>(
      sql`select to_jsonb(t) - 'version' - 'updated_at' as doc from ${table} as t where id = ${entry.subjectId}::uuid`,
    )
    return rows[0]?.doc
  }
  const changed = await read()
  expect((await undo(String(entry.id))).fields).not.toEqual([])
  const after = await everything()
  expect([...before].filter((row) => !after.has(row))).toEqual([])
  const [last] = await db.select().from(activity).orderBy(desc(activity.id)).limit(1)
  expect(last?.action).not.toMatch(/for-good/)
  // What a genre or a merge became is no change of one row.
  if (!last || !undoable().includes(last.action) || last.subjectId !== entry.subjectId) return
  await undo(String(last.id))
  const address = action.startsWith('user.') ? { email_verified: expect.any(Boolean) } : {}
  expect(await read()).toEqual(changed && { ...changed, ...address })
})
