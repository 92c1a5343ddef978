import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { user } from '#base/db/tables/user.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'
import { activityRouter } from './activity.router.server.ts'
import type { activityLinesInputSchema } from './activity.schema.ts'
import type * as z from 'zod/mini'

useDatabase()

type Input = z.input<typeof activityLinesInputSchema>

let manager: SignedInCaller
let other: SignedInCaller

/** What the lines of a filter are of: the name of the subject, or the number of a burst. */
const lines = async (input: Input = {}, caller = manager) =>
  (await caller.call(activityRouter.lines, input)).items.map(({ count, subject }) => (count > 1 ? count : subject.name))

/** Adds books in one statement. */
const addMany = (count: number, title: string) =>
  withActor('operator', (tx) =>
    tx.execute(
      sql`insert into book (id, title, author, publisher) select gen_random_uuid(), ${title} || ' ' || n, '', '' from generate_series(1, ${count}::int) n`,
    ),
  )

beforeAll(async () => {
  manager = await as('manager')
  other = await as('manager')
  await db.delete(activity)
  const { id } = await aBook({ title: 'Things Fall Apart' })
  await withActor({ userId: manager.user.id }, (tx) =>
    tx.update(book).set({ title: 'L’Étranger, ou rien' }).where(eq(book.id, id)),
  )
  await addMany(30, 'Imported')
  await withActor({ userId: other.user.id }, (tx) => tx.delete(book).where(eq(book.id, id)))
  const reader = await aUser({ name: 'Wanjiru' })
  await withActor({ userId: other.user.id }, (tx) =>
    tx.update(user).set({ role: 'admin' }).where(eq(user.id, reader.id)),
  )
})

describe('The lines of the activity', () => {
  test('are all changes, newest first, with a burst as one', async () => {
    expect(await lines()).toEqual([
      'Wanjiru',
      'Wanjiru',
      'L’Étranger, ou rien',
      30,
      'L’Étranger, ou rien',
      'Things Fall Apart',
    ])
  })

  test.each<[string, () => Input, unknown[]]>([
    ['a person', () => ({ actor: other.user.id }), ['Wanjiru', 'L’Étranger, ou rien']],
    ['the operator', () => ({ actor: 'operator' }), [30]],
    ['a kind of change', () => ({ change: 'delete' }), ['L’Étranger, ou rien']],
    ['roles and bans', () => ({ change: 'access' }), ['Wanjiru']],
    ['a thing', () => ({ kind: 'user' }), ['Wanjiru', 'Wanjiru']],
    ['a thing and a kind of change', () => ({ kind: 'user', change: 'create' }), ['Wanjiru']],
    ['what no thing has', () => ({ kind: 'user', change: 'import' }), []],
    [
      'words, whatever their accents',
      () => ({ searchTerm: 'etranger rien' }),
      ['L’Étranger, ou rien', 'L’Étranger, ou rien'],
    ],
    ['the beginning of a word', () => ({ searchTerm: 'ap' }), ['Things Fall Apart']],
    ['letters that stand for others elsewhere', () => ({ searchTerm: '100%_' }), []],
    ['punctuation alone', () => ({ searchTerm: '...' }), []],
    ['words of a burst', () => ({ searchTerm: 'imported' }), [30]],
    ['a day to come', () => ({ from: '2999-01-01' }), []],
    ['days gone', () => ({ to: '1999-12-31' }), []],
  ])('can be narrowed to %s', async (_, input, expected) => {
    expect(await lines(input())).toEqual(expected)
  })

  test('come in pages, which part no burst', async () => {
    for (let round = 1; round <= 4; round++) {
      await addMany(round + 2, `Round ${round}`)
      await aUser({ name: `Between ${round}` })
    }
    const whole = await lines({ limit: 50 })
    const paged: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { items: { count: number; subject: { name: string | null } }[]; nextCursor: string | null } =
        await manager.call(activityRouter.lines, { limit: 3, ...(cursor && { cursor }) })
      expect(page.items.length).toBeGreaterThan(0)
      paged.push(...page.items.map(({ count, subject }) => (count > 1 ? count : subject.name)))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(whole)
    expect(whole).toEqual(expect.arrayContaining([6, 5, 4, 3, 30]))
  })

  test('of a burst open to each of its changes, under the filter that found them', async () => {
    const [line] = (await manager.call(activityRouter.lines, { searchTerm: 'imported' })).items
    const { id = 0, lastId = 0 } = line ?? {}
    const first = await manager.call(activityRouter.list, {
      searchTerm: 'imported',
      lastId,
      cursor: String(id + 1),
      limit: 20,
    })
    const second = await manager.call(activityRouter.list, {
      searchTerm: 'imported',
      lastId,
      cursor: first.nextCursor ?? '',
      limit: 20,
    })
    const names = [...first.items, ...second.items].map(({ subject }) => subject.name)
    expect(names).toEqual(Array.from({ length: 30 }, (_, index) => `Imported ${30 - index}`))
    expect(second.nextCursor).toBeNull()
  })

  test('on days are those of the visitor’s time zone', async () => {
    const [row] = await db.select().from(activity).where(eq(activity.action, 'user.set-role'))
    const { id = 0, at: before = new Date() } = row ?? {}
    await db
      .update(activity)
      .set({ at: new Date('2020-02-29T23:30:00Z') })
      .where(eq(activity.id, id))
    expect(await lines({ to: '2020-02-29' })).toEqual(['Wanjiru'])
    expect(await lines({ from: '2020-02-29', to: '2020-02-29' })).toEqual(['Wanjiru'])
    expect(await lines({ to: '2020-02-28' })).toEqual([])
    expect(await lines({ from: '2020-03-01', to: '2020-03-01' })).toEqual([])
    await db.update(activity).set({ at: before }).where(eq(activity.id, id))
  })
})

test('Whom it can be narrowed to: managers, and a chosen user', async () => {
  const { id } = await aUser({ name: 'Quiet reader' })
  const actors = async (chosen?: string) =>
    (await manager.call(activityRouter.listActors, chosen === undefined ? {} : { chosen })).map((one) => one.id)
  expect(await actors()).toEqual(expect.arrayContaining([manager.user.id, other.user.id]))
  expect(await actors()).not.toContain(id)
  expect(await actors(id)).toContain(id)
})

test('Bad filters are refused', async () => {
  const bad = [
    { from: '2026-02-30' },
    { to: '0000-01-01' },
    { from: '9999-12-31' },
    { actor: 'x' },
    { kind: 'session' },
  ]
  for (const input of bad)
    await expect(manager.call(activityRouter.lines, input as Input)).rejects.toMatchObject({ status: 400 })
})

test('It is for managers alone', async () => {
  await expect((await as('reader')).call(activityRouter.lines, {})).rejects.toMatchObject({ status: 403 })
  await expect((await as('stranger')).call(activityRouter.listActors, {})).rejects.toMatchObject({ status: 401 })
})
