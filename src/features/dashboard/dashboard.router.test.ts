import { expect, test } from 'vitest'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import genres from '../../db/seed/genres.json' with { type: 'json' }
import { dashboardRouter } from './dashboard.router.server.ts'

useDatabase()

test('a manager sees how many there are of everything', async () => {
  const [manager] = [await as('manager'), await as('reader'), await aBook(), await aBook()]
  expect(await manager.call(dashboardRouter.totals, undefined)).toEqual({ books: 2, genres: genres.length, users: 2 })
})

test('nobody else does', async () => {
  for (const [part, code] of [
    ['stranger', 'UNAUTHORIZED'],
    ['newcomer', 'NOT_ONBOARDED'],
    ['reader', 'FORBIDDEN'],
  ] as const) {
    const caller = part === 'stranger' ? await as(part) : await as(part)
    await expect(caller.call(dashboardRouter.totals, undefined)).rejects.toMatchObject({ code })
  }
})
