import { expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { request } from '#test/http.ts'

useDatabase()

test('without METRICS_TOKEN there are no metrics', async () => {
  for (const authorization of ['Bearer ', 'Bearer undefined', 'Bearer x']) {
    const response = await request('/api/metrics', { headers: { authorization } })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([404, null])
  }
})
