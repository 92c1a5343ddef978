import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { bookTrashRouter } from '#catalogue/book/trash/book-trash.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { newId } from '#base/lib/id.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { aKey, withKey } from '#test/api-keys.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { copyRouter } from './copy.router.server.ts'

useDatabase()
useLending()

const PATH = '/api/v1/copies'

/** Whether the last digit fits the others, by weights 3 and 1. */
const isChecked = (number: string) =>
  [...number].reduceRight((sum, digit, at) => sum + Number(digit) * ((number.length - at) % 2 === 0 ? 3 : 1), 0) %
    10 ===
  0

test.each([
  [{ number: 'x'.repeat(31) }, { number: { key: 'validation_string_max' } }],
  [{ number: 'a b/c' }, { number: { key: 'number_invalid' } }],
  [{ condition: 'new' as 'ok' }, { condition: { key: 'validation_invalid' } }],
  [{ acquiredOn: '2026-13-01' }, { acquiredOn: { key: 'validation_invalid' } }],
])('%j is refused', async (input, fields) => {
  const { id: bookId } = await aBook()
  await expect((await as('manager')).call(copyRouter.create, { bookId, ...input })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields,
  })
})

test('A copy gets the next number with its check digit, or the one of its label, which no other copy and no card has', async () => {
  const manager = await as('manager')
  const { id: bookId } = await aBook()
  const add = (number?: string) => manager.call(copyRouter.create, { bookId, ...(number && { number }) })
  const [first, second] = [await add(), await add()]
  expect([first.number, second.number].every((one) => /^1\d{7}$/.test(one) && isChecked(one))).toBe(true)
  expect(Number(second.number.slice(1, 7)) - Number(first.number.slice(1, 7))).toBe(1)
  const labelled = await add('TCU-٠٠١٤')
  expect(labelled.number).toBe('TCU-0014')
  const taken = { code: 'NUMBER_TAKEN', fields: { number: { key: 'number_taken' } } }
  await expect(add('tcu-0014')).rejects.toMatchObject(taken)
  await expect(add((await aBorrower()).card)).rejects.toMatchObject(taken)
  await expect(add('12/34 é')).rejects.toMatchObject({ fields: { number: { key: 'number_invalid' } } })
  // A label that has the next number already is passed by.
  const next = Number(second.number.slice(1, 7)) + 1
  const body = `1${String(next).padStart(6, '0')}`
  const digit = [...Array(10).keys()].find((one) => isChecked(`${body}${one}`))
  await add(`${body}${digit}`)
  expect((await add()).number.slice(1, 7)).toBe(String(next + 1).padStart(6, '0'))
  await expect(manager.call(copyRouter.create, { bookId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('A number that is taken says by which book or borrower, and one with other signs what is allowed', async () => {
  const manager = await as('manager')
  const { id: bookId, title } = await aBook({ title: 'Une si longue lettre' })
  const { name, card } = await aBorrower({ name: 'Ndèye Sarr', schoolNumber: 'S-77' })
  await manager.call(copyRouter.create, { bookId, number: 'LIT-1' })
  const refused = async (path: string, body: object) =>
    (await (await manager.request(`/api/v1/${path}`, { body, headers: { 'accept-language': 'fr' } })).json()).data
  const copyOf = (number: string) => refused('copies', { bookId, number })
  expect(await copyOf('lit-1')).toEqual({
    fields: { number: 'number_taken' },
    messages: { number: m.lending_number_of_copy({ title }, { locale: 'fr' }) },
  })
  expect((await copyOf(card)).messages.number).toBe(m.lending_number_of_borrower({ name }, { locale: 'fr' }))
  expect((await copyOf('12/34 é')).messages.number).toBe(m.number_invalid({}, { locale: 'fr' }))
  expect(await refused('borrowers', { name: 'Awa', card: 'LIT-1' })).toMatchObject({
    messages: { card: m.lending_number_of_copy({ title }, { locale: 'fr' }) },
  })
  expect(await refused('borrowers', { name: 'Awa', schoolNumber: 's-77' })).toMatchObject({
    messages: { schoolNumber: m.lending_school_number_of({ name }, { locale: 'fr' }) },
  })
  await expect(manager.call(copyRouter.createMany, { bookId, count: 2, number: 'LIT-1' })).rejects.toMatchObject({
    fields: {
      number: {
        key: 'number_taken',
        params: { sentence: expect.stringContaining(m.lending_number_of_copy({ title })) },
      },
    },
  })
  // Who may not see borrowers is told of none.
  const { key } = await aKey(manager.user, { scopes: ['copy:create'] })
  const answer = await withKey(key, PATH, { body: { bookId, number: card } })
  expect((await answer.json()).data.messages.number).toBe(m.number_taken())
})

test('Several copies get the numbers of a series, or none does: the one that is taken is named', async () => {
  const manager = await as('manager')
  const { id: bookId } = await aBook()
  const add = (number: string, count: number) => manager.call(copyRouter.createMany, { bookId, count, number })
  await add('MAN-001', 30)
  const numbers = (await manager.call(copyRouter.listOfBook, { bookId })).map(({ number }) => number)
  expect(numbers).toHaveLength(30)
  expect([numbers[0], numbers[29]]).toEqual(['MAN-001', 'MAN-030'])
  await aCopy({ number: 'man-035' })
  await expect(add('MAN-031', 9)).rejects.toMatchObject({
    code: 'NUMBER_TAKEN',
    fields: { number: { params: { sentence: expect.stringContaining('MAN-035') } } },
  })
  await expect(add('MAN-A', 2)).rejects.toMatchObject({ fields: { number: { key: 'number_no_series' } } })
  await expect(add(`${'9'.repeat(15)}${'-'.repeat(14)}9`, 2)).rejects.toMatchObject({
    fields: { number: { key: 'number_invalid' } },
  })
  expect(await manager.call(copyRouter.listOfBook, { bookId })).toHaveLength(30)
  await add('', 2)
  expect(await manager.call(copyRouter.listOfBook, { bookId })).toHaveLength(32)
})

test('Several are added at once, listed by book, searched, and changed by REST with their version', async () => {
  const manager = await as('manager')
  const { id: bookId } = await aBook()
  const shared = { location: 'Reading room', note: 'Class set' }
  await manager.call(copyRouter.createMany, { bookId, count: 3, number: 'SET-1', ...shared })
  const copies = await manager.call(copyRouter.listOfBook, { bookId })
  expect(copies).toHaveLength(3)
  expect(copies.every(({ location, note, dueOn }) => location + note + dueOn === 'Reading roomClass setnull')).toBe(
    true,
  )
  expect((await manager.call(copyRouter.list, { bookId, searchTerm: 'read cla' })).total).toBe(3)
  expect((await manager.call(copyRouter.list, { searchTerm: 'set-1' })).items[0]?.number).toBe('SET-1')
  const [one] = copies
  const change = (tag: string) =>
    manager.request(`${PATH}/${one?.id}`, {
      method: 'PATCH',
      headers: { 'if-match': tag },
      body: { condition: 'damaged' },
    })
  expect([(await change('"9"')).status, (await change('"1"')).status]).toEqual([412, 200])
})

test('A copy goes with its book and comes back; one on loan keeps its book, and one that was lent is not deleted', async () => {
  const manager = await as('manager')
  const item = await aCopy()
  await manager.call(bookEditRouter.remove, { id: item.bookId, version: 1 })
  await expect(manager.call(copyRouter.get, { id: item.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await manager.call(bookTrashRouter.restore, { ids: [item.bookId] })
  expect(await manager.call(copyRouter.get, { id: item.id })).toMatchObject({ number: item.number, version: 2 })
  const scan = (borrowerId?: string) =>
    manager.call(deskRouter.scan, {
      actId: newId(),
      code: item.number,
      ...(borrowerId === undefined ? { accepted: ['busy' as const] } : { borrowerId }),
    })
  await scan((await aBorrower()).id)
  const book = { id: item.bookId, version: 2 }
  await expect(manager.call(bookEditRouter.remove, book)).rejects.toMatchObject({
    code: 'COPY_ON_LOAN',
    message: expect.stringContaining(item.number),
  })
  expect((await scan()).result).toBe('returned')
  await expect(manager.call(copyRouter.remove, { id: item.id, version: 2 })).rejects.toMatchObject({
    code: 'COPY_WAS_LENT',
  })
  await manager.call(bookEditRouter.remove, book)
  await manager.call(bookTrashRouter.restore, { ids: [item.bookId] })
  expect(await db.$count(copy, eq(copy.id, item.id))).toBe(1)
})

test('The activity records what people change of a copy, and takes it back', async () => {
  const manager = await as('manager')
  const { id } = await manager.call(copyRouter.create, { bookId: (await aBook()).id, note: 'Old' })
  await manager.call(copyRouter.update, { id, version: 1, note: 'New' })
  await manager.call(copyRouter.remove, { id, version: 2 })
  const { items } = await manager.call(activityRouter.of, { kind: 'copy', id })
  expect(items.map(({ action }) => action)).toEqual(['copy.delete', 'copy.update', 'copy.create'])
  await manager.call(undoRouter.undo, { id: String(items[0]?.id) })
  await manager.call(undoRouter.undo, { id: String(items[1]?.id) })
  expect(await manager.call(copyRouter.get, { id })).toMatchObject({ note: 'Old', version: 4 })
})

test('A copy that was lent and is back is not deleted by taking back that it was added', async () => {
  const manager = await as('manager')
  const { id, number } = await manager.call(copyRouter.create, { bookId: (await aBook()).id })
  const { items } = await manager.call(activityRouter.of, { kind: 'copy', id })
  await manager.call(deskRouter.scan, { actId: newId(), code: number, borrowerId: (await aBorrower()).id })
  await manager.call(deskRouter.scan, { actId: newId(), code: number, accepted: ['busy'] })
  const undo = manager.call(undoRouter.undo, { id: String(items[0]?.id) })
  await expect(undo).rejects.toMatchObject({ code: 'COPY_WAS_LENT' })
  expect(await manager.call(copyRouter.get, { id })).toMatchObject({ number })
})

test('Copies are for managers, and for nobody while the library does not lend', async () => {
  const { id } = await aCopy()
  expect((await (await as('reader')).request(`${PATH}/${id}`)).status).toBe(403)
  await storeLibrarySettings({ lending: false })
  for (const caller of [await as('manager'), await as('reader'), await as('stranger')])
    expect((await caller.request(`${PATH}/${id}`)).status).toBe(404)
  await storeLibrarySettings({ lending: true })
})
