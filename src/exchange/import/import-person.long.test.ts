import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { user } from '#base/db/tables/user.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { stageFile } from '#test/stage-file.ts'
import { importRouter } from './import.router.server.ts'
import { findImport, startImport } from './import.server.ts'
import { runImport } from './run/import-runner.server.ts'

useDatabase()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})

const staged = (text: string) => stageFile(manager, text)

async function run(text: string) {
  const { id } = await staged(text)
  await startImport(id)
  await runImport(id)
  return findImport(id)
}

test('An import and its undo are recorded under those who asked for them', async () => {
  const other = await as('manager')
  const undone = [await run('title\nOne\n'), await run('title\nTwo\n')]
  await other.call(importRouter.move, { id: undone[0]!.id, to: 'undo' })
  await other.call(importRouter.undo, { id: undone[1]!.id })
  for (const { id } of undone) {
    await runImport(id)
    const entries = await db.select().from(activity).where(eq(activity.subjectId, id)).orderBy(activity.id)
    expect(entries.map(({ action, actorKind, actorId }) => [action, actorKind, actorId])).toEqual([
      ['book.import', 'person', manager.user.id],
      ['book.undo-import', 'person', other.user.id],
    ])
    expect(await manager.call(importRouter.get, { id })).toMatchObject({
      by: { id: manager.user.id },
      undoneBy: { id: other.user.id },
    })
  }
})

test('An import starts as somebody has seen it, or not at all', async () => {
  const { id, columns, choices } = await staged('title,publisher\nFive,Heinemann\n')
  const seen = { columns, choices }
  expect(seen.columns).toEqual({ title: 0, publisher: 1 })
  const other = await as('manager')
  await other.call(importRouter.change, { id, columns: { title: 0 } })
  const stale = manager.call(importRouter.move, { id, to: 'start', seen })
  await expect(stale).rejects.toMatchObject({ code: 'IMPORT_STATE' })
  await manager.call(importRouter.change, { id, choices: { ...choices, addsGenres: false } })
  const start = (as: typeof seen) => manager.call(importRouter.move, { id, to: 'start', seen: as })
  await expect(start({ ...seen, columns: { title: 0 } })).rejects.toMatchObject({ code: 'IMPORT_STATE' })
  await start({ columns: { title: 0 }, choices: { ...choices, addsGenres: false } })
})

test('An import is in the name of who started or resumed it', async () => {
  const other = await as('manager')
  const [started, resumed] = [await staged('title\nThree\n'), await staged('title\nFour\n')]
  await other.call(importRouter.move, { id: started.id, to: 'start' })
  await manager.call(importRouter.move, { id: resumed.id, to: 'start' })
  await manager.call(importRouter.move, { id: resumed.id, to: 'pause' })
  await other.call(importRouter.move, { id: resumed.id, to: 'resume' })
  for (const { id } of [started, resumed]) {
    await runImport(id)
    expect(await manager.call(importRouter.get, { id })).toMatchObject({ state: 'done', by: { id: other.user.id } })
  }
})

test('An import and its undo stop when their user may not import any more', async () => {
  const lose = [
    (id: string) => db.update(user).set({ role: 'user' }).where(eq(user.id, id)),
    (id: string) => db.update(user).set({ banned: true }).where(eq(user.id, id)),
  ]
  for (const [index, take] of lose.entries()) {
    const [one, other] = [await as('manager'), await as('manager')]
    const done = await run(`title\nTaken ${index}\n`)
    const waiting = await staged(`title\nLost ${index}\n`)
    await one.call(importRouter.move, { id: waiting.id, to: 'start' })
    await one.call(importRouter.move, { id: done.id, to: 'undo' })
    await take(one.user.id)
    for (const { id } of [waiting, done]) await expect(runImport(id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await db.$count(book, inArray(book.title, [`Taken ${index}`, `Lost ${index}`]))).toBe(1)
    // Another manager may resume both.
    await db.update(bookImport).set({ state: 'failed' }).where(eq(bookImport.id, waiting.id))
    await other.call(importRouter.move, { id: waiting.id, to: 'resume' })
    expect(await runImport(waiting.id)).toMatchObject({ state: 'done', userId: other.user.id })
    await db.update(bookImport).set({ state: 'failed' }).where(eq(bookImport.id, done.id))
    await other.call(importRouter.move, { id: done.id, to: 'resume' })
    expect(await runImport(done.id)).toMatchObject({ state: 'undone', undoneBy: other.user.id })
  }
})
