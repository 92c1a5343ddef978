import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { userTrashRouter } from '../trash/user-trash.router.server.ts'
import { userRouter } from '../user.router.server.ts'
import { userHistoryRouter } from './user-history.router.server.ts'

useDatabase()

const versionsOf = async (manager: SignedInCaller, id: string) =>
  (await manager.call(userHistoryRouter.versions, { id })).map(({ fields: { name, email, role } }) =>
    [name, email, role].join(' | '),
  )

test('A user has a version after each change, newest first, also over a deletion', async () => {
  const manager = await as('manager')
  const { id } = await manager.call(userRouter.create, { name: 'Ngugi', email: 'james@example.org' })
  const save = async (fields: object) => {
    const { version } = await manager.call(userRouter.get, { id })
    await manager.call(userRouter.update, { id, version, ...fields })
  }
  await save({ name: 'Ngũgĩ wa Thiong’o' })
  await save({ email: 'ngugi@example.org', role: 'admin' })
  await manager.call(userRouter.ban, { id })
  await manager.call(userRouter.remove, { id })
  await manager.call(userTrashRouter.restore, { ids: [id] })
  await save({ role: 'user' })
  expect(await versionsOf(manager, id)).toEqual([
    'Ngũgĩ wa Thiong’o | ngugi@example.org | user',
    'Ngũgĩ wa Thiong’o | ngugi@example.org | admin',
    'Ngũgĩ wa Thiong’o | ngugi@example.org | admin',
    'Ngũgĩ wa Thiong’o | ngugi@example.org | admin',
    'Ngũgĩ wa Thiong’o | james@example.org | user',
    'Ngugi | james@example.org | user',
  ])
})

test('A version without a name is known', async () => {
  const [manager, newcomer] = [await as('manager'), await aUser({ name: '', onboardedAt: null })]
  await db.update(user).set({ name: 'Neema', onboardedAt: new Date() }).where(eq(user.id, newcomer.id))
  expect(await versionsOf(manager, newcomer.id)).toEqual([
    `Neema | ${newcomer.email} | user`,
    ` | ${newcomer.email} | user`,
  ])
})

test('Restoring is a usual change: of the version that was seen, with the rules of address and roles', async () => {
  const manager = await as('manager')
  const one = await aUser({ name: 'First', email: 'first@example.org' })
  await manager.call(userRouter.update, { id: one.id, version: 1, email: 'second@example.org' })
  await aUser({ email: 'first@example.org' })
  const first = (await manager.call(userHistoryRouter.versions, { id: one.id })).at(-1)
  expect(first?.fields.email).toBe('first@example.org')
  const restore = (version: number) =>
    manager.call(userRouter.update, { id: one.id, version, email: first?.fields.email ?? '' })
  await expect(restore(2)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
  await expect(restore(1)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('It is for managers, and of users who exist', async () => {
  const { id } = await aUser()
  await expect((await as('reader')).call(userHistoryRouter.versions, { id })).rejects.toMatchObject({ status: 403 })
  const manager = await as('manager')
  await manager.call(userRouter.remove, { id })
  for (const unknown of ['x', id])
    await expect(manager.call(userHistoryRouter.versions, { id: unknown })).rejects.toMatchObject({ status: 404 })
})
