import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { believedClock } from '#base/db/tables/believed-clock.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { closedDay, loan } from '#base/db/tables/loan.ts'
import { reminderMail } from '#base/db/tables/reminder-mail.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { createLog } from '#base/lib/log.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { reminderRouter } from '../reminder.router.server.ts'
import { cleanUpReminderMails, remindToday } from './reminder-job.server.ts'
import { sendWaitingMails } from './send-mails.server.ts'
import { useMailServer } from './mail-server.test-kit.ts'

const DAY = 86_400_000

useDatabase()
useLending()
const received = useMailServer()

const dayIn = (days: number) => libraryDay(new Date(now().getTime() + days * DAY))
const send = () => sendWaitingMails({ log: createLog('silent'), signal: new AbortController().signal })
const switchOn = (since: string) => storeLibrarySettings({ reminderMails: { since, language: 'sw' } })

async function remind(): Promise<string[]> {
  received.length = 0
  await remindToday()
  await send()
  return received.map(({ to }) => to).toSorted()
}

async function lend(who: { id: string }, dueIn: number, more: Partial<typeof loan.$inferInsert> = {}, title?: string) {
  const copyId = (
    await aCopy({ ...(title !== undefined && { bookId: (await aBook({ title })).id }), price: '4 200 F' })
  ).id
  const lentAt = new Date(now().getTime() - 40 * DAY)
  const [row] = await db
    .insert(loan)
    .values({ copyId, borrowerId: who.id, lentAt, dueOn: dayIn(dueIn), actId: newId(), ...more })
    .returning()
  return row ?? expect.fail('no loan')
}

const of = (email: string, fields: Parameters<typeof aBorrower>[0] = {}) =>
  aBorrower({ name: email.split('@')[0] ?? '', email, ...fields })

const remindersOf = async ({ id }: { id: string }) => {
  const [row] = await db.select().from(loan).where(eq(loan.id, id))
  return row?.reminders ?? []
}

let manager: SignedInCaller

beforeEach(async () => {
  manager = await as('manager')
  await db.delete(loan)
  await db.delete(reminderMail)
  await db.delete(borrower)
  await db.delete(closedDay)
  await db.delete(believedClock)
  await switchOn(dayIn(-10))
})
afterEach(() => moveClock(0))

describe('the job', () => {
  test('reminds exactly whom it should, each in the own language, once', async () => {
    const french = await aGroup({ name: '6e A', language: 'fr' })
    const fatou = await of('fatou@example.org', { groupId: french.id })
    const soon = await lend(fatou, 3, {}, 'Matilda')
    await lend(await of('salma@example.org', { groupId: french.id, language: 'ar' }), 0, {}, '1984 "%" </p>')
    await lend(await of('khady@example.org', { groupId: null }), -7)
    await lend(await of('lost@example.org'), 5, { lostAt: new Date(now().getTime() - 7 * DAY) })
    const account = await aUser({ email: 'account@example.org' })
    await lend(await of('', { userId: account.id }), 0)
    // None of these is reminded.
    await lend(await of('week@example.org'), -3)
    await lend(await of('old@example.org'), -30)
    await lend(await of('far@example.org'), 4)
    await lend(await of('back@example.org'), 0, { returnedAt: now() })
    await lend(await of('paid@example.org'), -9, { lostAt: now(), settledAs: 'paid', settledAt: now() })
    await lend(await of(''), 0)
    const group = await aGroup()
    await lend(await of('class@example.org', { groupId: group.id }), 0, {
      borrowerId: null,
      classId: group.id,
      setId: newId(),
    })
    expect(await remind()).toEqual(['account', 'fatou', 'khady', 'lost', 'salma'].map((name) => `${name}@example.org`))
    const to = (name: string) => received.find((one) => one.to.startsWith(name))?.mail ?? expect.fail(name)
    expect(to('fatou').subject).toBe('Un livre de la bibliothèque est bientôt à rendre')
    expect(to('fatou').text).toMatch(/Aux parents de .*fatou.*6e A[^]*Matilda[^]*à rendre le/)
    expect(to('fatou').text).not.toContain('4 200 F')
    expect(to('khady').text).toContain(isolated('4 200 F'))
    expect(to('salma').html).toContain('dir="rtl"')
    expect(to('salma').text).toContain('1984 "%" </p>')
    expect(to('khady').subject).toBe('Vitabu ambavyo havijarudishwa')
    expect(await remindersOf(soon)).toMatchObject([{ kind: 'before', way: 'mail', day: dayIn(3) }])
    expect(await manager.call(reminderRouter.ofBorrower, { borrowerId: fatou.id })).toMatchObject([
      { kind: 'before', way: 'mail', titles: ['Matilda'], mail: { state: 'sent', email: 'fatou@example.org' } },
    ])
    expect(await remind()).toEqual([])
    moveClock(3 * DAY)
    expect(await remind()).toEqual(['fatou@example.org'].concat(['far@example.org']).toSorted())
  })

  test('sends one mail for all books of a borrower, and of a class set one line', async () => {
    const teacher = await of('teacher@example.org')
    const setId = newId()
    const [one, other] = [await lend(teacher, 0, { setId }), await lend(teacher, 0, { setId })]
    await lend(teacher, -8, {}, 'Soundjata')
    expect(await remind()).toEqual(['teacher@example.org'])
    expect(received[0]?.mail.text).toMatch(/Soundjata/)
    expect([await remindersOf(one), await remindersOf(other)]).toMatchObject([[{ kind: 'due' }], [{ kind: 'due' }]])
  })

  test('sends nothing while it is off, closed, early or by a clock that is not believed', async () => {
    await lend(await of('a@example.org'), 0)
    await storeLibrarySettings({ reminderMails: null })
    expect(await remind()).toEqual([])
    await switchOn(dayIn(0))
    await db.insert(closedDay).values({ date: dayIn(0) })
    expect(await remind()).toEqual([])
    await db.delete(closedDay)
    moveClock(-6 * 3_600_000)
    expect(await remind()).toEqual([])
    moveClock(0)
    await db.insert(believedClock).values({ cleanedUpAt: new Date(now().getTime() - 30 * DAY) })
    expect(await remind()).toEqual([])
    await expect(manager.call(reminderRouter.send, {})).rejects.toMatchObject({ code: 'REMINDERS_WAIT', status: 409 })
    await db.delete(believedClock)
    expect(await remind()).toEqual(['a@example.org'])
  })

  test('says before closed days what falls into them', async () => {
    await db.insert(closedDay).values([1, 2, 3, 4].map((days) => ({ date: dayIn(days) })))
    await lend(await of('a@example.org'), 7)
    await lend(await of('b@example.org'), 8)
    expect(await remind()).toEqual(['a@example.org'])
  })
})

describe('between queue and mail', () => {
  test('what came back, was renewed or has no address any more is not sent, and not noted', async () => {
    const [back, renewed, gone] = [
      await of('back@example.org'),
      await of('renewed@example.org'),
      await of('gone@example.org'),
    ]
    const loans = [await lend(back, 0), await lend(renewed, 0), await lend(gone, 0), await lend(back, 0)]
    await remindToday()
    const [first, second, , kept] = loans
    await db
      .update(loan)
      .set({ returnedAt: now() })
      .where(eq(loan.id, first?.id ?? ''))
    await db
      .update(loan)
      .set({ dueOn: dayIn(14) })
      .where(eq(loan.id, second?.id ?? ''))
    await db.update(borrower).set({ email: '' }).where(eq(borrower.id, gone.id))
    received.length = 0
    await send()
    expect(received.map(({ to }) => to)).toEqual(['back@example.org'])
    const noted = await Promise.all(loans.map(remindersOf))
    expect(noted.map(({ length }) => length)).toEqual([0, 0, 0, 1])
    expect(noted[3]).toHaveLength(1)
    expect(kept?.borrowerId).toBe(back.id)
    expect(await db.select().from(reminderMail)).toHaveLength(1)
  })

  test('a mail that a kill has interrupted is never sent again, and said to be unsure', async () => {
    const who = await of('killed@example.org')
    await lend(who, 0)
    await remindToday()
    await db.update(reminderMail).set({ state: 'sending', email: 'killed@example.org' })
    expect(await remind()).toEqual([])
    expect(await manager.call(reminderRouter.ofBorrower, { borrowerId: who.id })).toMatchObject([
      { mail: { state: 'unsure', email: 'killed@example.org' } },
    ])
  })

  test('a refused address is seen, one that is full is tried again, and neither keeps the others waiting', async () => {
    const refused = await of('refused@example.org')
    await lend(refused, 0)
    await lend(await of('later@example.org'), 0)
    await lend(await of('fine@example.org'), 0)
    await lend(await of('broken@example.org'), 0)
    await remind()
    // A connection that breaks ends the run: the next one has the rest.
    await send()
    const states = await db.select().from(reminderMail)
    expect(Object.fromEntries(states.map(({ email, state }) => [email?.split('@')[0], state]))).toEqual({
      refused: 'failed',
      later: 'waiting',
      fine: 'sent',
      broken: 'unsure',
    })
    const { failed, waiting } = await manager.call(reminderRouter.mails, {})
    expect([failed.map(({ name, state }) => [name, state]).toSorted(), waiting]).toEqual([
      [
        ['broken', 'unsure'],
        ['refused', 'failed'],
      ],
      1,
    ])
    expect(failed.find(({ state }) => state === 'failed')?.problem).toContain('No such mailbox')
    // Given up once what it says is old.
    moveClock(4 * DAY)
    await db.update(loan).set({ dueOn: libraryDay() }).where(eq(loan.borrowerId, refused.id))
    await send()
    expect((await db.select().from(reminderMail)).map(({ state }) => state)).not.toContain('waiting')
  })

  test('switching the job off drops what it has queued', async () => {
    const row = await lend(await of('a@example.org'), 0)
    await remindToday()
    await storeLibrarySettings({ reminderMails: null })
    received.length = 0
    await send()
    expect([received, await remindersOf(row)]).toEqual([[], []])
  })
})

describe('letters by mail', () => {
  test('go to who has an address, once a day, also when two press at once, and count for the job', async () => {
    await storeLibrarySettings({ reminderMails: null })
    await lend(await of('old@example.org'), -300)
    await lend(await of(''), -2)
    expect(await manager.call(reminderRouter.mails, {})).toMatchObject({ ready: 1, withoutAddress: 1, hadToday: 0 })
    const both = await Promise.all([manager.call(reminderRouter.send, {}), manager.call(reminderRouter.send, {})])
    expect(both.map(({ count }) => count).toSorted()).toEqual([0, 1])
    received.length = 0
    await send()
    expect(received.map(({ to, mail }) => [to, mail.subject])).toEqual([['old@example.org', 'Books not yet returned']])
    expect(await manager.call(reminderRouter.mails, {})).toMatchObject({
      ready: 0,
      hadToday: 1,
      sentToday: 1,
      waiting: 0,
    })
    await switchOn(dayIn(0))
    moveClock(6 * DAY)
    expect(await remind()).toEqual([])
    moveClock(7 * DAY)
    expect(await remind()).toEqual(['old@example.org'])
  })

  test('are stopped as long as they wait', async () => {
    const row = await lend(await of('a@example.org'), -2)
    await manager.call(reminderRouter.send, {})
    expect(await remindersOf(row)).toHaveLength(1)
    expect(await manager.call(reminderRouter.stop, undefined)).toEqual({ count: 1 })
    received.length = 0
    await send()
    expect([received, await remindersOf(row)]).toEqual([[], []])
  })

  test('are sent by managers alone', async () => {
    for (const part of ['reader', 'helper'] as const) {
      const caller = await as(part)
      await expect(caller.call(reminderRouter.send, {})).rejects.toMatchObject({ status: 403 })
      await expect(caller.call(reminderRouter.stop, undefined)).rejects.toMatchObject({ status: 403 })
      await expect(caller.call(reminderRouter.job, undefined)).rejects.toMatchObject({ status: 403 })
    }
  })
})

test('What the job would do is counted before it is switched on', async () => {
  await storeLibrarySettings({ reminderMails: null })
  await lend(await of('a@example.org'), 0)
  await lend(await of('b@example.org'), -60)
  expect(await manager.call(reminderRouter.job, undefined)).toEqual({
    obstacle: null,
    today: dayIn(0),
    first: 1,
    old: 1,
  })
})

test('A mail is forgotten with the last loan that knows its borrower', async () => {
  const row = await lend(await of('a@example.org'), 0)
  await remind()
  await cleanUpReminderMails()
  expect(await db.select().from(reminderMail)).toHaveLength(1)
  await db.update(loan).set({ returnedAt: now(), borrowerId: null }).where(eq(loan.id, row.id))
  await cleanUpReminderMails()
  expect(await db.select().from(reminderMail)).toEqual([])
})
