import { expect, test } from 'vitest'
import { enterStartPhase } from '#base/db/connection/start-phase.server.ts'
import { answerStarting } from './starting.server.ts'

const ask = (headers: Record<string, string>, method = 'GET') =>
  answerStarting(new Request('http://localhost:3000/', { method, headers }))

test('a browser gets a page in its language that asks again by itself', async () => {
  const response = ask({ accept: 'text/html,*/*', cookie: 'language=ar' })
  expect([response.status, response.headers.get('retry-after'), response.headers.get('refresh')]).toEqual([
    503,
    '2',
    '2',
  ])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toMatch(/<html lang="ar" dir="rtl">[^]*تُفتح المكتبة الآن/)
})

test.each([
  ['updating', 'fr', 'La bibliothèque est mise à jour', '5'],
  ['waiting', 'sw', 'Maktaba inasubiri hifadhidata yake', '10'],
] as const)('while it is %s the page says so', async (phase, language, title, seconds) => {
  enterStartPhase(phase, 'for the operator')
  try {
    const response = ask({ accept: 'text/html', 'accept-language': language })
    expect([response.status, response.headers.get('refresh')]).toEqual([503, seconds])
    expect(await response.text()).toContain(`<h1>${title}</h1>`)
    const probe = answerStarting(new Request('http://localhost:3000/api/health/ready'))
    expect([probe.status, await probe.json()]).toEqual([503, { status: phase, database: 'unavailable' }])
  } finally {
    enterStartPhase('opening', '')
  }
})

test.each([
  [{ accept: 'application/json' }, 'GET'],
  [{}, 'GET'],
  [{ accept: 'text/html' }, 'POST'],
])('%j %s is told the error', async (headers, method) => {
  const response = ask({ 'accept-language': 'fr', ...headers }, method)
  expect([response.status, response.headers.get('refresh')]).toEqual([503, null])
  expect(await response.json()).toMatchObject({
    code: 'TEMPORARILY_UNAVAILABLE',
    message: expect.stringContaining('pour l’instant'),
  })
})
