import { expect, test } from 'vitest'
import { keepLine } from '#base/lib/recent-log.server.ts'
import { readWarnings } from './shared/library-warnings.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { healthRouter } from './health.router.server.ts'

useEnv({ DEMO: 'true' })
useDatabase()

test('in the demo nothing is told of the machine', async () => {
  keepLine('{"level":50,"time":0,"msg":"secret"}')
  const manager = await as('manager')
  expect(await manager.call(healthRouter.examine, undefined)).toMatchObject({ findings: null })
  const response = await manager.request('/api/v1/help-report')
  expect([response.status, await response.json()]).toEqual([403, expect.objectContaining({ code: 'DEMO_MODE' })])
  expect(await readWarnings(1000)).toEqual([])
})
