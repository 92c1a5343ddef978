import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { account, user } from '#base/db/tables/user.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { userTrashRouter } from '#people/user/trash/user-trash.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { holdRouter } from '#lending/loan/hold.router.server.ts'
import { loanRouter } from '#lending/loan/loan.router.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { borrowerGroupRouter } from './group/group.router.server.ts'
import { borrowerRouter } from './borrower.router.server.ts'

useDatabase()
useLending()

const PATH = '/api/v1/borrowers'

const scan = (desk: SignedInCaller, code: string, borrowerId?: string) =>
  desk.call(deskRouter.scan, { actId: newId(), code, ...(borrowerId !== undefined && { borrowerId }) })

test.each([
  [{ name: '' }, { name: { key: 'name_required' } }],
  [{ name: 'A', card: 'a_b' }, { card: { key: 'number_invalid' } }],
  [{ name: 'A', email: 'nobody' }, { email: { key: 'email_invalid' } }],
  [{ name: 'A', note: 'a\u202Eb' }, { note: { key: 'text_invalid' } }],
])('%j is refused', async (input, fields) => {
  await expect((await as('manager')).call(borrowerRouter.create, input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields,
  })
})

test('A card gets the next number; card and school number are unique, and no group that is not there is taken', async () => {
  const manager = await as('manager')
  const add = (fields: object) => manager.call(borrowerRouter.create, { name: 'Neema Wanjiru', ...fields })
  const first = await add({ schoolNumber: 'S-1' })
  expect(first.card).toMatch(/^2\d{7}$/)
  await expect(add({ card: first.card })).rejects.toMatchObject({ fields: { card: { key: 'number_taken' } } })
  await expect(add({ card: (await aCopy()).number })).rejects.toMatchObject({ code: 'NUMBER_TAKEN' })
  await expect(add({ schoolNumber: 's-1' })).rejects.toMatchObject({
    fields: { schoolNumber: { key: 'number_taken' } },
  })
  await expect(add({ groupId: newId() })).rejects.toMatchObject({ fields: { groupId: { key: 'validation_invalid' } } })
})

test('The list is searched by name, card and school number, narrowed to a group, and read page by page', async () => {
  const manager = await as('manager')
  const { id: groupId } = await aGroup()
  for (const name of ['Paging One', 'Paging Three', 'Paging Two'])
    await manager.call(borrowerRouter.create, { name, groupId, schoolNumber: `P ${name}` })
  const first = await manager.call(borrowerRouter.list, { searchTerm: 'pag', groupId, limit: 2 })
  expect([first.items.length, first.total]).toEqual([2, 3])
  const rest = await manager.call(borrowerRouter.listPage, {
    searchTerm: 'pag',
    groupId,
    limit: 2,
    cursor: first.nextCursor ?? '',
  })
  expect(rest.items.map(({ name }) => name)).toEqual(['Paging Two'])
  const [one] = first.items
  expect((await manager.call(borrowerRouter.list, { searchTerm: one?.card ?? '' })).items[0]?.id).toBe(one?.id)
  expect(await manager.call(borrowerRouter.count, { groupId: (await aGroup()).id })).toEqual({ total: 0 })
})

test.each(['1984', '%', '_', '\\', '😀', 'שלום עולם', 'فاطمة', 'a'.repeat(200), '-', "'; --"])(
  'One who is called %j is added, found, lent to, and erased',
  async (name) => {
    const manager = await as('manager')
    const added = await manager.request(PATH, { body: { name, card: '', schoolNumber: name.slice(0, 50) } })
    expect(added.status).toBe(201)
    const { id, card } = await added.json()
    const found = await manager.request(`${PATH}?${new URLSearchParams({ searchTerm: name.slice(0, 100) })}`)
    expect([found.status, (await found.json()).total > 0]).toEqual([200, /[^-'; ]/.test(name)])
    for (const code of [name, card]) {
      const opened = await manager.request('/api/v1/desk/scan', { body: { actId: newId(), code } })
      expect(opened.status).toBe(200)
    }
    const item = await aCopy()
    expect((await scan(manager, item.number, id)).result).toBe('lent')
    expect((await scan(manager, item.number)).result).toBe('returned')
    const erased = await manager.request(`${PATH}/${id}?forGood=true`, {
      method: 'DELETE',
      headers: { 'if-match': '*' },
    })
    expect(erased.status).toBe(204)
  },
)

test('NUL is refused or passed by, wherever it stands', async () => {
  const manager = await as('manager')
  expect((await manager.request(PATH, { body: { name: 'a\0b' } })).status).toBe(400)
  const statuses = [
    await manager.request(`${PATH}?searchTerm=%00`),
    await manager.request(`${PATH}/%00`),
    await manager.request(`${PATH}/1984`),
    await manager.request(`${PATH}?groupId=%00`),
    await manager.request('/api/v1/holds?borrowerId=%00'),
    await manager.request('/api/v1/desk/scan', { body: { actId: newId(), code: 'a\0b' } }),
  ].map(({ status }) => status)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})

test('One is linked to a user by the address', async () => {
  const manager = await as('manager')
  const [who, user] = [await aBorrower(), await aUser()]
  const link = (email: string | null, version: number, id = who.id) =>
    manager.call(borrowerRouter.link, { id, version, email })
  expect(await link(user.email.toUpperCase(), 1)).toMatchObject({ userId: user.id, version: 2 })
  await expect(link('nobody@example.org', 2)).rejects.toMatchObject({
    code: 'USER_NOT_FOUND',
    fields: { email: { key: 'borrower_no_user' } },
  })
  await expect(link('nobody', 2)).rejects.toMatchObject({ fields: { email: { key: 'email_invalid' } } })
  await expect(link(user.email, 1, (await aBorrower()).id)).rejects.toMatchObject({
    code: 'NUMBER_TAKEN',
    fields: { email: { key: 'borrower_user_taken' } },
  })
  await expect(link(null, 1)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(
    (await as('reader')).call(borrowerRouter.link, { id: who.id, version: 2, email: null }),
  ).rejects.toThrow()
  expect(await link(null, 2)).toMatchObject({ userId: null })
})

test('One is linked to nobody whom a provider brought with an address that is not proven', async () => {
  const manager = await as('manager')
  const [who, invited, brought] = [
    await aBorrower(),
    await aUser({ emailVerified: false }),
    await aUser({ emailVerified: false }),
  ]
  await db.insert(account).values({ userId: brought.id, providerId: 'oidc', accountId: 'parent' })
  const link = (email: string, version = 1) => manager.call(borrowerRouter.link, { id: who.id, version, email })
  const UNPROVEN = { code: 'VALIDATION_ERROR', fields: { email: { key: 'borrower_unproven' } } }
  await expect(link(brought.email)).rejects.toMatchObject(UNPROVEN)
  await db.update(user).set({ emailVerified: true }).where(eq(user.id, brought.id))
  expect(await link(brought.email)).toMatchObject({ userId: brought.id })
  // Nor to who was only invited: a sign-in card would lead there too.
  await expect(link(invited.email, 2)).rejects.toMatchObject(UNPROVEN)
  // What stands in place of an address leads to nobody.
  const { id } = await manager.call(userRouter.create, { name: 'Juma', email: null, role: 'user' })
  await expect(link(`${id}@none.invalid`, 2)).rejects.toMatchObject({
    fields: { email: { key: 'email_invalid' } },
  })
})

test('Who is restored sees the loans again, unless another user does by then', async () => {
  const manager = await as('manager')
  const [one, other] = [await aUser(), await aUser()]
  const who = await aBorrower({ userId: one.id })
  const userOf = async () => (await manager.call(borrowerRouter.get, { id: who.id })).userId
  await manager.call(userRouter.remove, { id: one.id })
  expect(await userOf()).toBe(null)
  await manager.call(userTrashRouter.restore, { ids: [one.id] })
  expect(await userOf()).toBe(one.id)

  await manager.call(userRouter.remove, { id: one.id })
  const { version } = await manager.call(borrowerRouter.get, { id: who.id })
  await manager.call(borrowerRouter.link, { id: who.id, version, email: other.email })
  await manager.call(userTrashRouter.restore, { ids: [one.id] })
  expect(await userOf()).toBe(other.id)
})

test('An erased borrower is gone from loans, activity, trash, acts and kept answers at once, and not with books', async () => {
  const manager = await as('manager')
  const name = 'Fatuma Vanishing'
  const sent = { method: 'POST', body: { name, note: 'Secret note' }, headers: { 'idempotency-key': 'vanishing' } }
  const { id } = await (await manager.request(PATH, sent)).json()
  await manager.call(borrowerRouter.update, { id, version: 1, note: 'Other note' })
  const item = await aCopy()
  await scan(manager, item.number, id)
  await manager.call(holdRouter.create, { bookId: item.bookId, borrowerId: id })
  await expect(manager.call(borrowerRouter.remove, { id, version: 2, forGood: true })).rejects.toMatchObject({
    code: 'BORROWER_HAS_LOANS',
  })
  moveClock(10_000)
  await scan(manager, item.number)
  await manager.call(borrowerRouter.remove, { id, version: 2, forGood: true })
  moveClock(0)
  // Nowhere in the whole database, neither the name nor the note.
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const table of tables) {
    const { rows } = await db.execute(
      sql`select from ${sql.identifier(table.name)} as t where t::text ilike any (array['%Vanishing%', '%Secret note%', '%Other note%'])`,
    )
    expect([table.name, rows.length]).toEqual([table.name, 0])
  }
  const { items } = await manager.call(activityRouter.of, { kind: 'borrower', id })
  expect(items.map(({ action, subject }) => [action, subject.name])).toEqual([
    ['borrower.delete-for-good', null],
    ['borrower.update', null],
    ['borrower.create', null],
  ])
  await expect(manager.call(undoRouter.undo, { id: String(items[0]?.id) })).rejects.toMatchObject({
    code: 'NOT_UNDOABLE',
  })
  const past = await manager.call(loanRouter.list, { copyId: item.id, state: 'returned' })
  expect(past.items).toMatchObject([{ borrowerId: null, borrower: null }])
})

test('Groups have names of their own, in the order in which people count, and go only when empty', async () => {
  const manager = await as('manager')
  const ten = await manager.call(borrowerGroupRouter.create, { name: '10Z', loanDays: 7 })
  await manager.call(borrowerGroupRouter.create, { name: '2Z', nextGroupId: ten.id })
  await expect(manager.call(borrowerGroupRouter.create, { name: '2z' })).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  for (const bad of [{ loanDays: 0 }, { loanDays: 367 }, { renewals: -1 }])
    await expect(manager.call(borrowerGroupRouter.create, { name: 'Bad', ...bad })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  const { items } = await manager.call(borrowerGroupRouter.list, undefined)
  expect(items.map(({ name }) => name).filter((name) => name.endsWith('Z'))).toEqual(['2Z', '10Z'])
  const who = await aBorrower({ groupId: ten.id })
  const gone = { id: ten.id, version: 1 }
  await expect(manager.call(borrowerGroupRouter.remove, gone)).rejects.toMatchObject({ code: 'GROUP_HAS_BORROWERS' })
  await manager.call(borrowerRouter.update, { id: who.id, version: 1, groupId: null })
  await manager.call(borrowerGroupRouter.remove, gone)
})

test('Loans are listed by borrower and state, and renewed as often as the group has it, one or all', async () => {
  const manager = await as('manager')
  const group = await aGroup({ loanDays: 10, renewals: 1 })
  const who = await aBorrower({ groupId: group.id })
  const items = [await aCopy(), await aCopy()]
  for (const item of items) await scan(manager, item.number, who.id)
  const list = (state: 'open' | 'overdue' | 'all') => manager.call(loanRouter.list, { borrowerId: who.id, state })
  const [second] = (await list('open')).items
  expect(second).toMatchObject({ number: items[1]?.number, borrower: who.name, group: group.name })
  moveClock(12 * 86_400_000)
  const late = await list('overdue')
  expect([late.total, late.items.map(({ daysLate }) => daysLate)]).toEqual([2, [2, 2]])
  const renew = (loanId?: string, accepted?: ['renewals']) =>
    manager.call(deskRouter.renew, {
      actId: newId(),
      borrowerId: who.id,
      ...(loanId !== undefined && { loanId }),
      ...(accepted && { accepted }),
    })
  expect((await renew(second?.id)).renewed).toHaveLength(1)
  const all = await renew()
  // The one that was renewed is due as late as today allows.
  expect([all.renewed.length, all.unchanged, all.refused]).toMatchObject([1, [{ loanId: second?.id }], []])
  expect((await list('overdue')).total).toBe(0)
  moveClock(13 * 86_400_000)
  expect((await renew(second?.id)).refused).toMatchObject([{ loanId: second?.id, notices: [{ code: 'renewals' }] }])
  const forced = await renew(second?.id, ['renewals'])
  expect(forced.borrower.loans.find(({ id }) => id === second?.id)?.renewals).toBe(2)
  await manager.call(deskRouter.undo, { actId: newId(), undoes: forced.actId })
  expect(
    await db
      .select()
      .from(loan)
      .where(eq(loan.id, second?.id ?? '')),
  ).toMatchObject([{ renewals: 1 }])
  moveClock(0)
})

test('First come, first served: a return is put aside for who waits longest, once each', async () => {
  const manager = await as('manager')
  const [item, one, first, second] = [await aCopy(), await aBorrower(), await aBorrower(), await aBorrower()]
  await scan(manager, item.number, one.id)
  for (const { id: borrowerId } of [first, second])
    await manager.call(holdRouter.create, { bookId: item.bookId, borrowerId })
  const again = manager.call(holdRouter.create, { bookId: item.bookId, borrowerId: first.id })
  await expect(again).rejects.toMatchObject({ code: 'HOLD_TAKEN' })
  moveClock(10_000)
  const back = await scan(manager, item.number)
  expect(back.notices).toMatchObject([{ code: 'put_aside', person: { id: first.id } }])
  const { items } = await manager.call(holdRouter.list, { bookId: item.bookId })
  expect(items.map(({ borrowerId, copyId }) => [borrowerId, copyId])).toEqual([
    [first.id, item.id],
    [second.id, null],
  ])
  await manager.call(holdRouter.remove, { id: items[0]?.id ?? '' })
  await expect(manager.call(holdRouter.remove, { id: items[0]?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  moveClock(0)
})

test('The feed of the day has what was done, by whom it was had, and what was taken back', async () => {
  const manager = await as('manager')
  const [item, who] = [await aCopy(), await aBorrower()]
  const lent = await scan(manager, item.number, who.id)
  const undo = () => manager.call(deskRouter.undo, { actId: newId(), undoes: lent.actId })
  await undo()
  await expect(undo()).rejects.toMatchObject({ code: 'ALREADY_UNDONE' })
  const { acts } = await manager.call(deskRouter.today, {})
  expect(acts.find(({ actId }) => actId === lent.actId)).toMatchObject({
    kind: 'lent',
    number: item.number,
    borrower: { id: who.id },
    isUndone: true,
  })
  moveClock(10_000)
  const second = await scan(manager, item.number, who.id)
  expect(second.result).toBe('lent')
  moveClock(20_000)
  await scan(manager, item.number)
  const early = manager.call(deskRouter.undo, { actId: newId(), undoes: second.actId })
  await expect(early).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
  moveClock(86_400_000)
  const yesterday = manager.call(deskRouter.undo, { actId: newId(), undoes: second.actId })
  await expect(yesterday).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
  const tomorrow = (await manager.call(deskRouter.today, {})).acts.map(({ actId }) => actId)
  expect(tomorrow).not.toContain(second.actId)
  moveClock(0)
})

test.each(['محمد عبد الرحمن', 'محمد عبدالرحمن'])('The list finds both writings of %s', async (searchTerm) => {
  const manager = await as('manager')
  const made = [await aBorrower({ name: 'محمد عبد الرحمن' }), await aBorrower({ name: 'محمد عبدالرحمن' })]
  const { items } = await manager.call(borrowerRouter.list, { searchTerm })
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
})
