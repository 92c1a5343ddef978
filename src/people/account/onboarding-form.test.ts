import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { as, type Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'

useDatabase()

const send = (caller: Caller, name: string, search = '') =>
  caller.request(`/onboarding${search}`, { body: new URLSearchParams({ name }) })
const nameOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]?.name

describe('the welcome form without script', () => {
  test('sets the name and redirects', async () => {
    const newcomer = await as('newcomer')
    const response = await send(newcomer, ' Ada ')
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login'])
    expect(await nameOf(newcomer.user.id)).toBe('Ada')
  })

  test('redirects to the requested page of this site', async () => {
    for (const [redirect, path] of [
      ['/app/books?searchTerm=a', '/app/books?searchTerm=a'],
      ['//evil.example', '/login'],
    ] as const) {
      const response = await send(await as('newcomer'), 'Ada', `?${new URLSearchParams({ redirect })}`)
      expect(response.headers.get('location')).toBe(path)
    }
  })

  test('is shown again with the typed value', async () => {
    const newcomer = await as('newcomer')
    const response = await send(newcomer, 'x'.repeat(400))
    expect(response.status).toBeLessThan(500)
    expect(await response.json()).toMatchObject({
      values: { name: 'x'.repeat(300) },
      error: { code: 'VALIDATION_ERROR', fields: { name: { key: 'validation_string_max', params: { limit: 100 } } } },
    })
    expect(await nameOf(newcomer.user.id)).toBe('')
  })

  test('needs a signed-in user, and our own page', async () => {
    const [stranger, newcomer] = [await as('stranger'), await as('newcomer')]
    const answer = await send(stranger, 'Ada')
    // The page then leads to the sign-in; 303, so that the form is not sent on to that.
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/onboarding'])
    const body = new URLSearchParams({ name: 'Eve' })
    expect((await newcomer.request('/onboarding', { body, headers: { origin: 'http://evil.example' } })).status).toBe(
      403,
    )
    expect(await nameOf(newcomer.user.id)).toBe('')
  })

  test('refuses a body that is not a form, without a server error', async () => {
    const newcomer = await as('newcomer')
    for (const headers of [{}, { 'content-type': 'text/plain' }, { 'content-type': 'multipart/form-data' }]) {
      expect((await newcomer.request('/onboarding', { body: '{', headers })).status).toBeLessThan(500)
    }
  })
})
