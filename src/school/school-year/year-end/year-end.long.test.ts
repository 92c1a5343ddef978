import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { yearEnd, yearEndRow } from '#base/db/tables/school-year.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { eraseTrashedBorrowers } from '#lending/borrower/shared/borrower-trash.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { countYearEnd } from './year-end-counts.ts'
import { yearEndRouter } from './year-end.router.server.ts'
import { runYearEnd } from './year-end.server.ts'

// A year end from its preview to its undo, by the procedures of the page.

useDatabase()
useLending()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  for (const table of [loan, hold, borrower, deletedBorrower, borrowerGroup, yearEnd, activity]) await db.delete(table)
})

interface Choices {
  next?: Record<string, string>
  repeats?: string[]
  isAgain?: boolean
}

/** Starts what the preview suggests, with these choices. */
async function start({ next = {}, repeats = [], isAgain = false }: Choices = {}): Promise<string> {
  const { classes, mark } = await manager.call(yearEndRouter.preview, undefined)
  const suggested = Object.fromEntries(classes.map((one) => [one.id, one.next]))
  const { id } = await manager.call(yearEndRouter.start, {
    next: { ...suggested, ...next },
    repeats,
    seen: mark,
    isAgain,
  })
  return id
}

async function ended(choices?: Choices): Promise<string> {
  const id = await start(choices)
  await runYearEnd(id)
  return id
}

async function undo(id: string) {
  await manager.call(yearEndRouter.undo, { id })
  await runYearEnd(id)
  const { state, kept } = await manager.call(yearEndRouter.get, { id })
  expect(state).toBe('undone')
  return kept
}

const lend = async (borrowerId: string, values: Partial<typeof loan.$inferInsert> = {}) => {
  const copy = await aCopy()
  await db
    .insert(loan)
    .values({ copyId: copy.id, borrowerId, lentAt: now(), dueOn: '2999-01-01', actId: newId(), ...values })
}

const classOf = async (id: string) => {
  const [found] = await db
    .select({ name: borrowerGroup.name })
    .from(borrower)
    .innerJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
    .where(eq(borrower.id, id))
  return found?.name
}

/** All rows of all tables but the trash, the activity, year ends, and what only counts changes or acts. */
async function allRows(): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name !~ '(_change|^deleted_|^activity|^year_end|^session|^user|^limit_hit|^idempotency|^own_write)' order by 1`)
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const { rows } = await db.execute<{ doc: Record<string, unknown> }>(
      sql`select to_jsonb(t) - '{version,updated_at}'::text[] as doc from ${sql.identifier(name)} as t`,
    )
    // A restored place in a line is a new row.
    all[name] = rows
      .map(({ doc: { id, created_at, ...doc } }) => JSON.stringify(name === 'hold' ? doc : { id, created_at, ...doc }))
      .toSorted()
  }
  return all
}

async function school() {
  const [b5, b4] = [await aGroup({ name: '5e A' }), await aGroup({ name: '4e A' })]
  const b6 = await aGroup({ name: '6e A' })
  const staff = await aGroup({ name: 'Teachers', kind: 'staff' })
  const [mover, repeater, teacher] = [
    await aBorrower({ groupId: b6.id }),
    await aBorrower({ groupId: b6.id }),
    await aBorrower({ groupId: staff.id }),
  ]
  const [leaver, borrowing, owing] = [
    await aBorrower({ groupId: b4.id, name: 'Free', schoolNumber: 'S1' }),
    await aBorrower({ groupId: b4.id, name: 'Reads on' }),
    await aBorrower({ groupId: b4.id, name: 'Has lost one' }),
  ]
  await lend(leaver.id, { returnedAt: now() })
  await lend(borrowing.id)
  await lend(owing.id, { lostAt: now() })
  await db.insert(hold).values({ bookId: (await aBook()).id, borrowerId: leaver.id, placedAt: now() })
  return { b6, b5, b4, mover, repeater, teacher, leaver, borrowing, owing }
}

test('Every class moves to its next, who repeats stays, leavers go to the trash or owe; the undo is exact', async () => {
  const { b6, b5, b4, mover, repeater, teacher, leaver, borrowing, owing } = await school()
  await db.delete(activity)
  const before = await allRows()
  const preview = await manager.call(yearEndRouter.preview, undefined)
  expect(preview).toMatchObject({ others: 1, last: null })
  expect(preview.classes.map(({ name, pupils, owing: owes, next }) => [name, pupils, owes, next])).toEqual([
    ['6e A', 2, 0, b5.id],
    ['5e A', 0, 0, b4.id],
    ['4e A', 3, 2, 'leave'],
  ])
  const repeats = new Map([[repeater.id, { groupId: b6.id, isOwing: false }]])
  expect(countYearEnd(preview.classes, ({ next }) => next, repeats)).toEqual({
    moved: 1,
    stayed: 1,
    trashed: 1,
    left: 2,
  })
  expect(await manager.call(yearEndRouter.owing, { groupIds: [b4.id, b6.id] })).toMatchObject([
    { name: 'Has lost one', className: '4e A', out: 0, late: 0, owes: 1 },
    { name: 'Reads on', className: '4e A', out: 1, late: 0, owes: 0 },
  ])

  const id = await ended({ repeats: [repeater.id] })
  expect(await manager.call(yearEndRouter.get, { id })).toMatchObject({
    state: 'done',
    total: 5,
    moved: 1,
    repeated: 1,
    trashed: 1,
    left: 2,
    refused: 0,
  })
  expect(await classOf(mover.id)).toBe('5e A')
  expect(await classOf(repeater.id)).toBe('6e A')
  expect(await classOf(teacher.id)).toBe('Teachers')
  expect([await classOf(borrowing.id), await classOf(owing.id)]).toEqual(['Left, owes', 'Left, owes'])
  expect((await db.select().from(deletedBorrower)).map((one) => one.id)).toEqual([leaver.id])
  const [{ nextGroupId }] = (await db.select().from(borrowerGroup).where(eq(borrowerGroup.id, b6.id))) as [typeof b6]
  expect(nextGroupId).toBe(b5.id)

  const { items } = await manager.call(activityRouter.lines, {})
  expect(items).toMatchObject([{ action: 'borrower.bulk-year-end', bulk: 'undo', count: 1 }])
  expect(await undo(id)).toBe(0)
  expect(await allRows()).toEqual(before)
  expect((await manager.call(activityRouter.lines, {})).items.map(({ action, bulk }) => [action, bulk])).toEqual([
    ['borrower.undo-bulk-year-end', null],
    ['borrower.bulk-year-end', null],
  ])
})

test('Pressed twice, at once or one after the other, it is done once; another one is asked about', async () => {
  await school()
  const { classes, mark } = await manager.call(yearEndRouter.preview, undefined)
  const input = {
    next: Object.fromEntries(classes.map(({ id, next }) => [id, next])),
    repeats: [],
    seen: mark,
    isAgain: false,
  }
  const pressed = await Promise.allSettled([1, 2, 3].map(() => manager.call(yearEndRouter.start, input)))
  const [done, ...refused] = pressed.toSorted((one) => (one.status === 'fulfilled' ? -1 : 1))
  expect(refused).toMatchObject([{ reason: { code: 'YEAR_END_CHANGED' } }, { reason: { code: 'YEAR_END_CHANGED' } }])
  const id = done?.status === 'fulfilled' ? done.value.id : ''
  await runYearEnd(id)
  await expect(manager.call(yearEndRouter.start, { ...input, isAgain: true })).rejects.toMatchObject({
    code: 'YEAR_END_CHANGED',
  })
  await expect(start()).rejects.toMatchObject({ fields: { isAgain: {} } })
  // A clock that has stepped back half a year makes it no older.
  await db.update(yearEnd).set({ createdAt: new Date(now().getTime() + 200 * 86_400_000) })
  await expect(start()).rejects.toMatchObject({ fields: { isAgain: {} } })
  await ended({ isAgain: true })
})

test('What the desk and others do meanwhile counts: who borrows has left and owes, who was moved or deleted is left alone', async () => {
  const { b6, mover, repeater, leaver } = await school()
  const other = await aGroup({ name: 'Other' })
  const id = await start()
  await lend(leaver.id)
  await db.update(borrower).set({ groupId: other.id }).where(eq(borrower.id, mover.id))
  await db.delete(borrower).where(eq(borrower.id, repeater.id))
  await runYearEnd(id)
  expect(await classOf(leaver.id)).toBe('Left, owes')
  expect(await classOf(mover.id)).toBe('Other')
  expect(await manager.call(yearEndRouter.get, { id })).toMatchObject({ moved: 0, trashed: 0, left: 3, refused: 2 })
  expect(await manager.call(yearEndRouter.rows, { id })).toMatchObject([
    { name: mover.name, className: b6.name, why: 'changed' },
    { name: null, why: 'missing' },
  ])
})

test('An undo leaves alone who was changed, restored or erased since, and keeps the group for leavers while it is used', async () => {
  const { leaver, borrowing, mover } = await school()
  const other = await aBorrower({
    groupId: (await db.select().from(borrowerGroup).where(eq(borrowerGroup.name, '4e A')))[0]?.id ?? '',
    name: 'Erased',
  })
  const id = await ended()
  const elsewhere = await aGroup({ name: 'Elsewhere' })
  await db.update(borrower).set({ groupId: elsewhere.id }).where(eq(borrower.id, mover.id))
  const [left] = await db.select().from(borrowerGroup).where(eq(borrowerGroup.kind, 'left'))
  const late = await aBorrower({ groupId: left?.id ?? '' })
  await aBorrower({ schoolNumber: 'S1' })
  await db.transaction((tx) => eraseTrashedBorrowers(tx, [other.id], 'operator'))
  expect(await undo(id)).toBe(3)
  expect((await manager.call(yearEndRouter.rows, { id })).map(({ why }) => why).toSorted()).toEqual([
    'changed',
    'missing',
    'taken',
  ])
  expect(await classOf(borrowing.id)).toBe('4e A')
  expect(await classOf(late.id)).toBe('Left, owes')
  expect(await db.$count(deletedBorrower, eq(deletedBorrower.id, leaver.id))).toBe(1)
})

test('Who has left and owes nothing any more goes to the trash with the next year end', async () => {
  const { borrowing, owing } = await school()
  await ended()
  await db.update(loan).set({ returnedAt: now() }).where(eq(loan.borrowerId, borrowing.id))
  const id = await ended({ isAgain: true })
  expect(await manager.call(yearEndRouter.get, { id })).toMatchObject({ trashed: 1, left: 0 })
  expect(await classOf(owing.id)).toBe('Left, owes')
  expect(await classOf(borrowing.id)).toBeUndefined()
})

test('Another class than there is, and the class itself, are refused by name', async () => {
  const { b6 } = await school()
  for (const next of [newId(), b6.id])
    await expect(start({ next: { [b6.id]: next } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { next: {} },
    })
  expect(await db.$count(yearEnd)).toBe(0)
})

test('A server that is killed between two chunks goes on where it was', async () => {
  const from = await aGroup({ name: '6e A' })
  await aGroup({ name: '5e A' })
  await db.insert(borrower).values(Array.from({ length: 450 }, (_, at) => ({ name: `P${at}`, groupId: from.id })))
  const id = await start()
  const killed = new AbortController()
  await runYearEnd(id, { signal: killed.signal, onProgress: () => killed.abort() })
  expect(await manager.call(yearEndRouter.get, { id })).toMatchObject({ state: 'running', processed: 200 })
  await runYearEnd(id)
  expect(await manager.call(yearEndRouter.get, { id })).toMatchObject({ state: 'done', moved: 450 })
  expect(await db.$count(borrower, eq(borrower.groupId, from.id))).toBe(0)
})

test('1,500 pupils: previewed and applied in 10 s each, and undone exactly', async () => {
  const names = [6, 5, 4, 3].flatMap((level) => ['A', 'B', 'C'].map((section) => `${level}e ${section}`))
  for (const [at, name] of names.entries()) {
    const group = await aGroup({ name })
    const pupils = Array.from({ length: 125 }, (_, index) => ({ name: `P${at}-${index}`, groupId: group.id }))
    await db.insert(borrower).values(pupils)
  }
  const book = await aBook()
  await db.execute(
    sql`insert into copy (id, book_id) select gen_random_uuid(), ${book.id} from generate_series(1, 300)`,
  )
  await db.execute(sql`
    insert into loan (id, copy_id, borrower_id, lent_at, due_on, act_id)
    select gen_random_uuid(), c.id, b.id, now(), '2999-01-01', gen_random_uuid()
    from (select id, row_number() over (order by id) as n from copy where book_id = ${book.id}) as c
      join (select id, row_number() over (order by sort_name) as n from borrower) as b using (n)`)
  const before = await allRows()
  let last = performance.now()
  const lap = () => {
    const ms = Math.round(performance.now() - last)
    last = performance.now()
    return ms
  }
  const { classes } = await manager.call(yearEndRouter.preview, undefined)
  await manager.call(yearEndRouter.owing, { groupIds: classes.map(({ id }) => id) })
  const previewed = lap()
  const id = await ended()
  const applied = lap()
  const after = await manager.call(yearEndRouter.get, { id })
  expect(after.moved + after.trashed + after.left).toBe(1500)
  expect(await db.$count(yearEndRow)).toBe(1500)
  last = performance.now()
  expect(await undo(id)).toBe(0)
  const undone = lap()
  expect(await allRows()).toEqual(before)
  expect(Math.max(previewed, applied, undone)).toBeLessThan(10_000)
  console.info({ previewed, applied, undone })
})
