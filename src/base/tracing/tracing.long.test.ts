import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { logged, request, testLog } from '#test/http.ts'
import { describeStatement } from './describe-statement.ts'
import { startTracing } from './tracing.server.ts'

useEnv({ TRUSTED_PROXIES: '10.0.0.0/8' })
useDatabase()

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}
interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code: number }
}
interface Sent {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

const received: { path: string | undefined; type: string | undefined; body: string }[] = []
let receiver: Server
let reader: SignedInCaller

beforeAll(async () => {
  reader = await as('reader')
  receiver = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (part: Buffer) => (body += part.toString()))
    incoming.on('end', () => {
      received.push({ path: incoming.url, type: incoming.headers['content-type'], body })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterAll(() => void receiver.close())

const endpoint = (path = '') => {
  const address = receiver.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${path}`
}

/** The spans that an OTLP receiver gets of what happens in `work`. */
async function spansOf(work: () => Promise<unknown>): Promise<SentSpan[]> {
  received.splice(0)
  const stop = startTracing(endpoint('/'), testLog)
  await work()
  await stop()
  expect(received).toMatchObject([{ path: '/v1/traces', type: 'application/json' }])
  const sent: Sent = JSON.parse(received[0]?.body ?? '')
  return sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

const attributesOf = (span: SentSpan | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

describe('a trace', () => {
  test('has a span of the request and one below it for each query, and nothing of who asked or for what', async () => {
    const spans = await spansOf(() => reader.request('/api/v1/books?searchTerm=nightingale'))
    const root = spans.find(({ kind }) => kind === 2)
    expect([root?.name, root?.parentSpanId]).toEqual(['GET /api/v1/books', undefined])
    expect(attributesOf(root)).toMatchObject({ 'http.route': '/api/v1/books', 'http.response.status_code': 200 })
    const queries = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId)
    expect(queries.map(({ name }) => name)).toContain('select session')
    for (const query of queries) {
      expect(query.traceId).toBe(root?.traceId)
      expect(BigInt(query.endTimeUnixNano) >= BigInt(query.startTimeUnixNano)).toBe(true)
    }
    const text = received.map(({ body }) => body).join('')
    expect(text).toContain('"maktaba"')
    for (const secret of ['nightingale', reader.session.token, reader.user.email, reader.user.id, reader.cookieHeader])
      expect(text).not.toContain(secret)
  })

  test('goes on with that of a trusted proxy alone', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const spans = await spansOf(async () => {
      await request('/api/v1/me', { from: '10.0.0.1', headers: { traceparent } })
      await request('/api/v1/me', { from: '203.0.113.7', headers: { traceparent } })
    })
    expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual(['00f067aa0ba902b7', undefined])
    expect(spans[0]?.traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
    expect(spans[1]?.traceId).not.toBe(spans[0]?.traceId)
  })

  test('marks a fault', async () => {
    const spans = await spansOf(() => request('/test/failure'))
    expect(spans).toMatchObject([{ status: { code: 2 } }])
  })
})

test('a receiver that is down is logged once, and does not keep the server from stopping', async () => {
  logged.splice(0)
  const stop = startTracing('http://127.0.0.1:1', testLog)
  await request('/api/v1/me')
  await stop()
  expect(logged.filter(({ msg }) => String(msg).includes('OTEL_EXPORTER_OTLP_ENDPOINT')).length).toBeLessThan(2)
})

test.each<[unknown, string]>([
  ['select "session"."id" from "session" where "token" = $1', 'select session'],
  [{ name: 'x', text: 'insert into "public"."book" (id) values ($1)' }, 'insert book'],
  ['  update "user" set x = 1', 'update user'],
  ['begin', 'begin'],
  [undefined, 'query'],
])('the span of %j is called %s', (statement, name) => {
  expect(describeStatement(statement).name).toBe(name)
})
