import { serve } from 'srvx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WholeResponse } from './whole-response.server.ts'

const TEXT = 'Les Misérables — البؤساء'
const BYTES = new TextEncoder().encode(TEXT)
const make: [string, () => Response][] = [
  ['a text', () => new WholeResponse(TEXT, { headers: { 'x-one': '1' } })],
  ['bytes', () => new WholeResponse(BYTES, { headers: { 'x-one': '1' } })],
]
/** Copies a response like TanStack Start: accesses its body and adds headers. */
const handedOn = (response: Response) =>
  response.body === null
    ? response
    : new WholeResponse(response.body, { headers: { ...Object.fromEntries(response.headers), 'x-two': '2' } })

let answer: () => Response
const server = serve({ port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false, fetch: () => answer() })
beforeAll(() => server.ready())
afterAll(() => server.close(true))

async function sent(given: Response): Promise<[length: string | null, coding: string | null, text: string]> {
  answer = () => given
  const response = await fetch(server.url ?? '')
  return [response.headers.get('content-length'), response.headers.get('transfer-encoding'), await response.text()]
}

describe.each(make)('%s', (_, whole) => {
  const asOneWrite = [String(BYTES.length), null, TEXT]

  test('is sent with its length', async () => {
    expect(await sent(whole())).toEqual(asOneWrite)
  })

  test('also when its body was looked at', async () => {
    const response = whole()
    expect(response.body).toBe(response.body)
    expect(await sent(response)).toEqual(asOneWrite)
  })

  test('also when it was handed on, twice', async () => {
    const response = handedOn(handedOn(whole()))
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'x-one': '1', 'x-two': '2' })
    expect(await sent(response)).toEqual(asOneWrite)
  })

  test('can be read, in each way', async () => {
    expect(await whole().text()).toBe(TEXT)
    expect(Buffer.from(await whole().arrayBuffer()).toString()).toBe(TEXT)
    expect(await new Response(whole().body).text()).toBe(TEXT)
    expect(await handedOn(whole()).text()).toBe(TEXT)
    expect(await whole().clone().text()).toBe(TEXT)
  })
})

test('a stream stays a stream, and a body that was read is not sent again', async () => {
  const stream = () => new WholeResponse(new Response(TEXT).body)
  expect(await sent(stream())).toEqual([null, 'chunked', TEXT])
  const response = new WholeResponse(TEXT)
  const reader = response.body?.getReader()
  expect(() => new WholeResponse(response.body)).not.toThrow()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(TEXT)
  reader?.releaseLock()
  expect(() => new WholeResponse(response.body).text()).toThrow('disturbed')
})

test('nothing is nothing', async () => {
  expect(new WholeResponse(null, { status: 204 }).body).toBeNull()
  expect(await sent(new WholeResponse(''))).toEqual(['0', null, ''])
})

test('JSON has its content type, and keeps the given headers', async () => {
  const json = WholeResponse.json({ title: TEXT }, { status: 201, headers: { 'cache-control': 'no-store' } })
  expect([json.status, ...['content-type', 'cache-control'].map((name) => json.headers.get(name))]).toEqual([
    201,
    'application/json',
    'no-store',
  ])
  expect(
    WholeResponse.json({}, { headers: { 'content-type': 'application/problem+json' } }).headers.get('content-type'),
  ).toBe('application/problem+json')
  expect(await json.json()).toEqual({ title: TEXT })
})

test('a redirect has mutable headers, and a value that JSON cannot express throws', () => {
  const response = WholeResponse.redirect(new URL('http://localhost/app'), 308)
  response.headers.set('x-request-id', '1')
  expect([response.status, response.headers.get('location'), response.body]).toEqual([
    308,
    'http://localhost/app',
    null,
  ])
  expect(() => WholeResponse.json(undefined)).toThrow(TypeError)
})

test('a response of fetch is an instance too', async () => {
  answer = () => new WholeResponse(TEXT)
  const fetched: unknown = await fetch(server.url ?? '')
  expect([
    fetched instanceof WholeResponse,
    new WholeResponse() instanceof Response,
    {} instanceof WholeResponse,
  ]).toEqual([true, true, false])
})
