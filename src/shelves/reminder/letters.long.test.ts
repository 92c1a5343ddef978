import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { reminderRouter } from './reminder.router.server.ts'

const DAY = 86_400_000

useDatabase()
useLending()

const dayIn = (days: number) => libraryDay(new Date(now().getTime() + days * DAY))

let manager: SignedInCaller
const people: Record<string, string> = {}

beforeAll(async () => {
  manager = await as('manager')
  const french = await aGroup({ name: '6e A', reminders: 'letter', language: 'fr' })
  const slips = await aGroup({ name: '6e B' })
  const lend = async (
    name: string,
    fields: Parameters<typeof aBorrower>[0],
    title: string,
    dueIn: number,
    more = {},
  ) => {
    people[name] ??= (await aBorrower({ name, ...fields })).id
    const copyId = (await aCopy({ bookId: (await aBook({ title })).id, price: title === 'Matilda' ? '4 200 F' : '' }))
      .id
    await db
      .insert(loan)
      .values({ copyId, borrowerId: people[name], lentAt: now(), dueOn: dayIn(dueIn), actId: newId(), ...more })
  }
  await lend('Fatou', { groupId: french.id }, 'Matilda', -3)
  await lend('Salma', { groupId: french.id, language: 'ar' }, 'Le Petit Prince', -20)
  await lend('Khady', { groupId: slips.id, schoolNumber: '20417' }, 'Soundjata', -2)
  // The twin has nothing late, and yet a slip for 'Khady' of the class must say which.
  await aBorrower({ name: 'Khady', groupId: slips.id })
  await lend('Lost', { groupId: slips.id }, 'Dictionnaire', -1, { lostAt: now() })
  await lend('Brought', { groupId: slips.id }, 'Brought back', -9, { returnedAt: now() })
  await lend('Paid', { groupId: slips.id }, 'Paid for', -9, { lostAt: now(), settledAs: 'paid', settledAt: now() })
  await lend('In time', { groupId: slips.id }, 'In time', 0)
})

test('Who has late or lost books gets what the class says, in a language of their own; nobody else', async () => {
  const letters = await manager.call(reminderRouter.letters, {})
  expect(letters.map(({ name, kind, language, direction }) => [name, kind, language, direction])).toEqual([
    ['Fatou', 'letter', 'fr', 'ltr'],
    ['Salma', 'letter', 'ar', 'rtl'],
    ['Khady', 'slip', 'en', 'ltr'],
    ['Lost', 'slip', 'en', 'ltr'],
  ])
  const [fatou, salma, khady, lost] = letters
  expect(fatou?.words.heading).toBe('Livres pas encore rendus')
  expect(fatou?.books).toMatchObject([{ title: 'Matilda', price: '4 200 F', isLost: false }])
  expect(salma?.words.addressee).toContain('وليّ أمر')
  expect([fatou?.mark, khady?.mark]).toEqual(['', 'no. 20417'])
  expect(lost).toMatchObject({
    books: [{ isLost: true }],
    words: { request: 'What is noted as lost is to be replaced or paid for.' },
  })
})

test('They are narrowed to a class, to days, and written in one form and language', async () => {
  const [salma] = await manager.call(reminderRouter.letters, { days: 14, form: 'slip', language: 'sw' })
  expect(salma).toMatchObject({ name: 'Salma', kind: 'slip', language: 'sw' })
  expect((await manager.call(reminderRouter.letters, { days: 14 })).map(({ name }) => name)).toEqual(['Salma', 'Lost'])
  const reader = await as('reader')
  await expect(reader.call(reminderRouter.letters, {})).rejects.toMatchObject({ status: 403 })
})

test('What was printed is seen at the borrower, and taken back', async () => {
  const letters = await manager.call(reminderRouter.letters, {})
  const loanIds = letters.flatMap(({ books }) => books.map(({ loanId }) => loanId))
  const { at } = await manager.call(reminderRouter.printed, { loanIds })
  const reminders = async () => manager.call(reminderRouter.ofBorrower, { borrowerId: people['Fatou'] ?? '' })
  expect(await reminders()).toEqual([{ at: new Date(at), kind: 'late', way: 'paper', titles: ['Matilda'], mail: null }])
  await manager.call(reminderRouter.notPrinted, { at })
  expect(await reminders()).toEqual([])
})

test('Without a mail server all but the mails works: sending is refused, and says why', async () => {
  expect(await manager.call(reminderRouter.mails, {})).toMatchObject({ obstacle: 'server', withoutAddress: 4 })
  await expect(manager.call(reminderRouter.send, {})).rejects.toMatchObject({ code: 'REMINDERS_WAIT' })
  expect(await manager.call(reminderRouter.job, undefined)).toMatchObject({ obstacle: 'server', first: 0, old: 0 })
})
