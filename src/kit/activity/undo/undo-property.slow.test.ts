import { desc, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { user } from '#base/db/tables/user.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { genreEditRouter } from '#catalogue/genre/genre-edit.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser, theGenre } from '#test/factories.ts'
import { undoRouter } from './undo.router.server.ts'

useDatabase()

/** Changes of books, genres and users by two managers, in any order. */
const step = fc.record({
  by: fc.constantFrom(0, 1),
  at: fc.nat(2),
  change: fc.oneof(
    fc.record({ kind: fc.constant('title' as const), value: fc.constantFrom('A', 'B', 'é', '%', '1984', 'كتاب', '"') }),
    fc.record({ kind: fc.constant('publisher' as const), value: fc.constantFrom('', 'P', 'Q') }),
    fc.record({ kind: fc.constant('genre' as const), value: fc.nat(2) }),
    fc.record({ kind: fc.constant('add' as const), value: fc.nat() }),
    fc.record({ kind: fc.constant('delete' as const), value: fc.constant('') }),
    fc.record({ kind: fc.constant('hue' as const), value: fc.nat(359) }),
    fc.record({ kind: fc.constant('name' as const), value: fc.constantFrom('X', 'Y Z', 'ن') }),
    fc.record({ kind: fc.constant('role' as const), value: fc.constantFrom('user', 'admin') }),
    fc.record({ kind: fc.constant('ban' as const), value: fc.constantFrom('', 'late') }),
    fc.record({ kind: fc.constant('unban' as const), value: fc.constant('') }),
    fc.record({ kind: fc.constant('invite' as const), value: fc.nat() }),
    fc.record({ kind: fc.constant('remove' as const), value: fc.constant('') }),
  ),
})

test('any sequence of changes and then their undos gives the same tables', { timeout: 60_000 }, async () => {
  const manager = await as('manager')
  const managers = [manager, await as('manager')]
  const readBook = (id: string) => manager.call(bookRouter.get, { id })
  const edit = async (id: string, fields: object, by: SignedInCaller) =>
    by.call(bookEditRouter.update, { id, version: (await readBook(id)).version, ...fields })
  const books = await Promise.all(['a', 'b', 'c'].map((title) => aBook({ title: `Property ${title}`, author: title })))
  const genres = await Promise.all(['novel', 'poetry'].map(theGenre))
  const people = await Promise.all([1, 2, 3].map(() => aUser({ role: 'user' })))
  const tables = async () => [
    await db
      .select({ id: book.id, title: book.title, genre: book.genreId, publisher: book.publisher, words: book.allWords })
      .from(book)
      .orderBy(book.id),
    await db
      .select({
        id: genre.id,
        name: genre.name,
        names: genre.names,
        slug: genre.slug,
        hue: genre.hue,
        words: genre.words,
      })
      .from(genre)
      .orderBy(genre.id),
    await db
      .select({
        id: user.id,
        name: user.name,
        role: user.role,
        banned: user.banned,
        reason: user.banReason,
        expires: user.banExpires,
      })
      .from(user)
      .orderBy(user.id),
  ]
  const newest = async () => Number((await db.select({ id: sql<number>`max(${activity.id})` }).from(activity))[0]?.id)
  let undone = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const before = await tables()
      const from = await newest()
      for (const { by, at, change } of steps) {
        const caller = managers[by] ?? manager
        const id =
          (change.kind === 'hue'
            ? genres[at % 2]
            : ['title', 'publisher', 'genre', 'delete'].includes(change.kind)
              ? books[at]
              : people[at]
          )?.id ?? ''
        const changing = async () => {
          if (change.kind === 'title' || change.kind === 'publisher')
            return edit(id, { [change.kind]: change.value }, caller)
          if (change.kind === 'genre') return edit(id, { genreId: genres[change.value]?.id ?? null }, caller)
          if (change.kind === 'add')
            return caller.call(bookEditRouter.create, { title: `Added ${change.value} ${undone}`, author: `${id}` })
          if (change.kind === 'delete') {
            const { version } = await readBook(id)
            return caller.call(bookEditRouter.remove, { id, version })
          }
          if (change.kind === 'hue') return caller.call(genreEditRouter.update, { id, hue: change.value })
          if (change.kind === 'ban') return caller.call(userRouter.ban, { id, reason: change.value, until: null })
          if (change.kind === 'remove') return caller.call(userRouter.remove, { id })
          if (change.kind === 'invite')
            return withActor({ userId: caller.user.id }, (tx) =>
              tx
                .insert(user)
                .values({ name: `Added ${change.value}`, email: `added-${change.value}-${undone}@example.org` }),
            )
          if (change.kind === 'unban') return caller.call(userRouter.unban, { id })
          const { version } = await caller.call(userRouter.get, { id })
          return caller.call(userRouter.update, { id, version, [change.kind]: change.value })
        }
        // What was deleted cannot be changed.
        await changing().catch((error: unknown) =>
          expect(error).toMatchObject({ code: expect.stringMatching(/^(NOT_FOUND|BOOK_TAKEN)$/) }),
        )
      }
      const entries = await db
        .select()
        .from(activity)
        .where(sql`${activity.id} > ${from}`)
        .orderBy(desc(activity.id))
      for (const { id } of entries) {
        expect((await manager.call(undoRouter.undo, { id: String(id) })).kept).toEqual([])
        undone += 1
      }
      expect(await tables()).toEqual(before)
    }),
    { numRuns: 40, seed: 14 },
  )
  expect(undone).toBeGreaterThan(100)
})
