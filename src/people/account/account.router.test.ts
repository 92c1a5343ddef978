import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { moveClock } from '#base/lib/clock.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { accountRouter } from './account.router.server.ts'
import { labelled, labelledValues } from '#test/labelled.ts'

useDatabase()
afterEach(() => moveClock(0))

const stateOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]

describe('who am I', () => {
  test('is null for a visitor who is signed out', async () => {
    expect(await (await as('stranger')).call(meRouter.current, undefined)).toBeNull()
    const newcomer = await as('newcomer')
    expect(await newcomer.call(meRouter.current, undefined)).toMatchObject({
      id: newcomer.user.id,
      name: '',
      onboardedAt: null,
    })
  })

  test('has only fields that the browser may know', async () => {
    const manager = await as('manager', { banReason: 'geheim', image: 'x' })
    const me = await manager.call(meRouter.me, undefined)
    expect(Object.keys(me).toSorted()).toEqual('email emailVerified id isImpersonated name onboardedAt role'.split(' '))
    expect(me).toMatchObject({ id: manager.user.id, role: 'admin', email: manager.user.email })
  })

  test('by REST needs a signed-in user with a name', async () => {
    await expect((await as('stranger')).call(meRouter.me, undefined)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    await expect((await as('newcomer')).call(meRouter.me, undefined)).rejects.toMatchObject({
      code: 'NOT_ONBOARDED',
    })
  })
})

describe('the welcome', () => {
  test('sets the name, trimmed, and the time', async () => {
    const newcomer = await as('newcomer')
    moveClock(3_600_000)
    await newcomer.call(accountRouter.onboard, { name: '  Assia Djebar ' })
    const { name, onboardedAt } = (await stateOf(newcomer.user.id)) ?? newcomer.user
    expect(name).toBe('Assia Djebar')
    expect(Math.abs((onboardedAt?.getTime() ?? 0) - Date.now() - 3_600_000)).toBeLessThan(10_000)
    expect(await newcomer.call(meRouter.me, undefined)).toMatchObject({ name: 'Assia Djebar' })
  })

  test('changes nothing a second time', async () => {
    const reader = await as('reader', { name: 'First' })
    await reader.call(accountRouter.onboard, { name: 'Second' })
    expect(await stateOf(reader.user.id)).toMatchObject({ name: 'First', onboardedAt: reader.user.onboardedAt })
  })

  test('changes no other user', async () => {
    const [one, two] = [await as('newcomer'), await as('newcomer')]
    await one.call(accountRouter.onboard, { name: 'One' })
    expect(await stateOf(two.user.id)).toMatchObject({ name: '', onboardedAt: null })
  })

  test('needs a signed-in user', async () => {
    await expect((await as('stranger')).call(accountRouter.onboard, { name: 'Nobody' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      status: 401,
    })
  })

  test.each(
    labelled([
      ['', { key: 'name_required' }],
      ['   ', { key: 'name_required' }],
      [undefined, { key: 'name_required' }],
      [null, { key: 'name_required' }],
      [7, { key: 'name_required' }],
      ['x'.repeat(101), { key: 'validation_string_max', params: { limit: 100 } }],
      ['a\0b', { key: 'name_invalid' }],
      ['\u001B[31m', { key: 'name_invalid' }],
    ]),
  )('refuses the name %s', async (_, name, problem) => {
    const newcomer = await as('newcomer')
    // A client may send anything.
    await expect(newcomer.call(accountRouter.onboard, { name: name as string })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 400,
      fields: { name: problem },
    })
    expect(await stateOf(newcomer.user.id)).toMatchObject({ name: '', onboardedAt: null })
  })

  test.each(labelledValues(['x'.repeat(100), 'نجيب محفوظ', 'Ngũgĩ wa Thiong’o', '😀', "O'Brien-Smith, Jr."]))(
    'takes the name %s',
    async (_, name) => {
      const newcomer = await as('newcomer')
      await newcomer.call(accountRouter.onboard, { name })
      expect((await stateOf(newcomer.user.id))?.name).toBe(name)
    },
  )

  test('accepts only the name', async () => {
    const newcomer = await as('newcomer')
    const input = { name: 'Ada', role: 'admin', email: 'other@example.org', id: (await as('reader')).user.id }
    await newcomer.call(accountRouter.onboard, input)
    expect(await stateOf(newcomer.user.id)).toMatchObject({ name: 'Ada', role: 'user', email: newcomer.user.email })
  })
})
