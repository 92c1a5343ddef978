import { expect, test } from 'vitest'
import { seedDemoPeople } from '#base/auth/better-auth/demo.server.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { userRouter } from './user.router.server.ts'
import { sessionRouter } from '#people/session/session.router.server.ts'

useEnv({ DEMO: 'true' })
useDatabase()

async function entered(person: 'manager' | 'reader'): Promise<Caller> {
  const caller = new Caller()
  expect((await caller.request('/api/auth/sign-in/demo', { body: { person } })).status).toBe(200)
  return caller
}

test('in the demo the addresses of other visitors are masked, one’s own is not', async () => {
  await seedDemoPeople()
  const [manager, other, reader] = [await entered('manager'), await entered('manager'), await entered('reader')]
  const { items } = await manager.call(userRouter.list, {})
  for (const { id } of items) {
    const { items: rows } = await manager.call(sessionRouter.list, { id })
    expect(rows.length).toBeGreaterThan(0)
    for (const { ip, isCurrent } of rows) expect(ip).toEqual(isCurrent ? manager.address : expect.stringMatching(/…$/))
    const text = JSON.stringify(rows)
    for (const visitor of [other, reader]) expect(text).not.toContain(`"${visitor.address}"`)
  }
})

test('and managers change nothing, nor look through anybody’s eyes', async () => {
  const manager = await entered('manager')
  const { items } = await manager.call(userRouter.list, { role: 'user' })
  for (const [method, path] of [
    ['POST', ''],
    ['PATCH', `/${items[0]?.id}`],
    ['DELETE', `/${items[0]?.id}`],
    ['POST', `/${items[0]?.id}/ban`],
    ['DELETE', `/${items[0]?.id}/sessions`],
    ['POST', `/${items[0]?.id}/impersonation`],
  ] as const) {
    const answer = await manager.request(`/api/v1/users${path}`, { method, body: {} })
    expect([path, answer.status, (await answer.json()).code]).toEqual([path, 403, 'DEMO_MODE'])
  }
})
