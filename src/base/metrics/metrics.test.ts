import { beforeAll, describe, expect, test } from 'vitest'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { db, disconnect } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { observeJob } from '#base/lib/telemetry.server.ts'
import { as, Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aBook } from '#test/factories.ts'
import { request } from '#test/http.ts'
import { codeFor, enterCode, requestSignInCode, wrongFor } from '#test/sign-in/outbox.ts'
import { startMetrics } from './metrics.server.ts'

const TOKEN = 'a token of metrics'
useEnv({ METRICS_TOKEN: TOKEN })
useDatabase()
beforeAll(startMetrics)

const ask = (authorization?: string) =>
  request('/api/metrics', { headers: authorization === undefined ? {} : { authorization } })
const read = async () => (await ask(`Bearer ${TOKEN}`)).text()
/** The value of a series; undefined if there is none. */
async function valueOf(series: string): Promise<number | undefined> {
  const line = (await read()).split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe('the address of the metrics', () => {
  test.each([undefined, '', 'Bearer', 'Bearer x', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN])(
    'is closed to %j',
    async (authorization) => {
      const response = await ask(authorization)
      expect([
        response.status,
        response.headers.get('www-authenticate'),
        response.headers.get('cache-control'),
      ]).toEqual([401, 'Bearer realm="metrics"', 'no-store'])
    },
  )

  test('answers whoever has the token, under any host, and is not cached', async () => {
    const response = await request('/api/metrics', {
      headers: { authorization: `bearer ${TOKEN}`, host: '10.0.0.7:3000' },
    })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await response.text()
    for (const name of [
      'maktaba_build_info{version=',
      'nodejs_gc_duration_seconds',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(text).toContain(name)
  })
})

describe('the metrics', () => {
  test('count requests by the pattern of the route, whatever is asked for', async () => {
    const reader = await as('reader')
    const books = [await aBook(), await aBook()]
    for (const { id } of books) await reader.request(`/api/v1/books/${id}`)
    await reader.request('/api/v1/books/nonsense')
    for (let number = 0; number < 20; number += 1) await request(`/made-up-${number}`, { method: 'PROPFIND' })
    const series = (status: string) =>
      `maktaba_http_requests_total{route="/api/v1/books/{id}",method="GET",status="${status}"}`
    expect([await valueOf(series('2xx')), await valueOf(series('4xx'))]).toEqual([2, 1])
    const text = await read()
    expect(text).not.toMatch(/made-up|PROPFIND|nonsense/)
    expect(text).not.toContain(books[0]?.id)
    expect(await valueOf('maktaba_http_requests_total{route="unknown",method="other",status="4xx"}')).toBe(20)
    // The one that asks.
    expect(await valueOf('maktaba_http_requests_in_flight')).toBe(1)
  })

  test('count queries and waits for a connection', async () => {
    const [queries, waits] = ['maktaba_database_query_duration_seconds_count', 'maktaba_database_wait_seconds_count']
    const before = [await valueOf(queries), await valueOf(waits)]
    await db.execute('select 1')
    const after = [await valueOf(queries), await valueOf(waits)]
    after.forEach((value, index) => expect(value).toBeGreaterThan(before[index] ?? Number.NaN))
    expect(await valueOf('maktaba_database_connections{state="max"}')).toBeGreaterThan(0)
    expect(await valueOf('maktaba_database_up')).toBe(1)
    expect(await valueOf('maktaba_database_takes_changes')).toBe(1)
    expect(await valueOf('maktaba_database_standbys{kind="synchronous"}')).toBe(0)
  })

  test('count codes, mails and sign-ins by outcome', async () => {
    const caller = new Caller()
    const sent = (await valueOf('maktaba_mails_total{outcome="sent"}')) ?? 0
    await requestSignInCode(caller, 'ada@example.org')
    const code = await codeFor('ada@example.org')
    await enterCode(caller, 'ada@example.org', wrongFor(code))
    await enterCode(caller, 'ada@example.org', code)
    expect(await valueOf('maktaba_codes_asked_total')).toBe(1)
    expect(await valueOf('maktaba_mails_total{outcome="sent"}')).toBe(sent + 1)
    for (const outcome of ['succeeded', 'failed'])
      expect(await valueOf(`maktaba_sign_ins_total{way="code",outcome="${outcome}"}`)).toBe(1)
    expect(await read()).not.toMatch(/ada@|example\.org/)
  })

  test('count refusals by limits without naming whom', async () => {
    const limit = { key: 'code:address:bob@example.org', windows: [{ max: 1, seconds: 60 }] }
    await consumeLimits([limit])
    await expect(consumeLimits([limit])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await valueOf('maktaba_limit_refusals_total{limit="code:address"}')).toBe(1)
  })

  test('say when a job last succeeded, and count its failures', async () => {
    await observeJob('test', async () => 1)
    await expect(observeJob('test', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    for (const outcome of ['succeeded', 'failed'])
      expect(await valueOf(`maktaba_job_runs_total{job="test",outcome="${outcome}"}`)).toBe(1)
    expect(await valueOf('maktaba_job_last_success_timestamp_seconds{job="test"}')).toBeGreaterThan(1.7e9)
  })

  test('know the size of the library, and answer without a database too', async () => {
    expect(await valueOf('maktaba_items{noun="book"}')).toBe(await db.$count(book))
    await disconnect()
    expect(await valueOf('maktaba_database_up')).toBe(0)
    expect(await valueOf('maktaba_database_takes_changes')).toBe(0)
    expect(await valueOf('maktaba_database_standbys{kind="synchronous"}')).toBeUndefined()
    expect(await valueOf('maktaba_items{noun="book"}')).toBeUndefined()
  })
})
