import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { duplicate, duplicateKey, duplicateRun } from '#base/db/tables/duplicate.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { compareNext, findRun } from './duplicate-finder.server.ts'
import { duplicateRouter } from './duplicate.router.server.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(duplicate)
  await db.delete(duplicateRun)
})

/** Compares until nothing is left to compare. */
async function compare() {
  while (await compareNext());
}

const groups = async () => {
  const { items, total } = await manager.call(duplicateRouter.list, {})
  expect(total).toBe(items.length)
  return items.map(({ books }) => books.map(({ title }) => title).toSorted())
}

const hobbits = async () => [
  await aBook({ title: 'The Hobbit', author: 'J. R. R. Tolkien' }),
  await aBook({ title: 'Hobbit', author: 'Tolkien, J.R.R.' }),
  await aBook({ title: 'The Hobitt', author: 'J. R. R. Tolkien' }),
]

test('books that hang together are one group, and others none', async () => {
  await hobbits()
  await aBook({ title: 'Nagona, Volume 1' })
  await aBook({ title: 'Nagona, Volume 2' })
  await aBook({ title: 'Nedjma', author: 'Kateb Yacine' })
  await aBook({ title: 'Nedjma : roman', author: 'Yacine, Kateb' })
  await compare()
  expect(await groups()).toEqual([
    ['Hobbit', 'The Hobbit', 'The Hobitt'],
    ['Nedjma', 'Nedjma : roman'],
  ])
  expect((await manager.call(duplicateRouter.state, undefined)).run).toMatchObject({ isRunning: false, processed: 7 })
})

test('the groups of one book are found by it, before all others', async () => {
  const [hobbit] = await hobbits()
  await aBook({ title: 'Nedjma', author: 'Kateb Yacine' })
  const other = await aBook({ title: 'Nedjma : roman', author: 'Yacine, Kateb' })
  const alone = await aBook({ title: 'Nagona' })
  await compare()
  const of = async (bookId: string) => {
    const { items, nextCursor } = await manager.call(duplicateRouter.list, { bookId })
    expect(nextCursor).toBeNull()
    return items.map(({ books }) => books.map(({ title }) => title).toSorted())
  }
  expect(await of(other.id)).toEqual([['Nedjma', 'Nedjma : roman']])
  expect(await of(hobbit?.id ?? '')).toEqual([['Hobbit', 'The Hobbit', 'The Hobitt']])
  expect(await of(alone.id)).toEqual([])
})

test('books with one ISBN and alike titles are found, whoever is said to have written them', async () => {
  const isbn = ['9780141439587']
  await aBook({ title: 'Emma', author: 'Jane Austen', isbn })
  await aBook({ title: 'Emma: a novel', author: 'Penguin Classics', isbn: ['9780199535521', ...isbn] })
  await aBook({ title: 'Middlemarch', author: 'George Eliot', isbn })
  await aBook({ title: 'Emma', author: 'Jane Austen', edition: '2nd' })
  // Volumes of a set may have its ISBN.
  for (const volume of ['1', '2']) await aBook({ title: 'Clarissa', author: 'Samuel Richardson', volume, isbn })
  await compare()
  expect(await groups()).toEqual([['Emma', 'Emma: a novel']])
})

test('later changes are compared by themselves', async () => {
  const { id } = await aBook({ title: 'Something else', author: 'Kateb Yacine' })
  await compare()
  await aBook({ title: 'Nedjma', author: 'Kateb Yacine' })
  await compare()
  expect(await groups()).toEqual([])
  await db.update(book).set({ title: 'Nedjmaa', version: 2, updatedAt: new Date() }).where(eq(book.id, id))
  await compare()
  expect(await groups()).toEqual([['Nedjma', 'Nedjmaa']])
  await db.update(book).set({ title: 'Something else', version: 3, updatedAt: new Date() }).where(eq(book.id, id))
  await compare()
  expect(await groups()).toEqual([])
  expect(await db.$count(duplicateKey)).toBe(2)
})

test('a pair is found or not, whichever of its books are compared at once', async () => {
  await aBook({ title: 'Nedjma', author: 'Kateb, Yacine' })
  await aBook({ title: 'Nedjma', author: 'Yacine' })
  await compare()
  const together = await groups()
  await db.update(book).set({ version: 2, updatedAt: new Date() }).where(eq(book.author, 'Yacine'))
  await compare()
  expect(await groups()).toEqual(together)
})

test('what is not the same stays so when all books are compared anew, until that is taken back', async () => {
  const [one, two, three] = await hobbits()
  await compare()
  const dismissal = { id: three?.id ?? '', others: [one?.id ?? '', two?.id ?? ''] }
  await manager.call(duplicateRouter.dismiss, dismissal)
  expect(await groups()).toEqual([['Hobbit', 'The Hobbit']])
  await manager.call(duplicateRouter.compareAll, undefined)
  expect((await findRun())?.isRunning).toBe(true)
  await compare()
  expect(await groups()).toEqual([['Hobbit', 'The Hobbit']])
  expect(await manager.call(duplicateRouter.ofBook, { id: three?.id ?? '' })).toEqual([])
  await manager.call(duplicateRouter.restore, dismissal)
  expect(await groups()).toEqual([['Hobbit', 'The Hobbit', 'The Hobitt']])
})

test('a group without its most alike book is still a group', async () => {
  const [one] = await hobbits()
  await compare()
  await db.delete(book).where(eq(book.id, one?.id ?? ''))
  expect(await groups()).toEqual([['Hobbit', 'The Hobitt']])
  await db.delete(book)
  expect(await groups()).toEqual([])
})

test('groups come page by page', async () => {
  for (let at = 0; at < 7; at++) {
    const title = `${'abcdefg'.charAt(at).repeat(3)} ${['lion', 'whale', 'zebra', 'monkey', 'tortoise', 'camel', 'heron'][at]}`
    await aBook({ title })
    await aBook({ title: `${title}!` })
  }
  await compare()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await manager.call(duplicateRouter.list, { limit: 3, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(7)
  expect(seen).toHaveLength(7)
})

test('two processes do not compare at the same time, and nothing is lost', async () => {
  await hobbits()
  await Promise.all([compare(), compare(), compare()])
  await compare()
  expect(await groups()).toEqual([['Hobbit', 'The Hobbit', 'The Hobitt']])
})

test('a cursor that was made up is refused', async () => {
  for (const cursor of ['1', 'x', `0.9 ${'-'.repeat(36)}`, `0.9 ${'a'.repeat(36)}`])
    await expect(manager.call(duplicateRouter.list, { cursor })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
