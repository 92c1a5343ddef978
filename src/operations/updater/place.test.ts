import { createServer } from 'node:http'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import type { Server } from 'node:http'
import { askPhase, placesOf } from './place.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** Listens as the server does that has this HOST, on any port. */
async function listen(host: string, status: number, body: object): Promise<string> {
  server = createServer((_, response) => response.writeHead(status).end(JSON.stringify(body))).listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? String(address.port) : ''
}

test.each([
  ['', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '0.0.0.0'],
  ['localhost', 'localhost'],
  [hostname(), hostname()],
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['::', '::'],
  ['0:0:0:0:0:0:0:0', '::'],
  // Each address of loopback is one of its own.
  ['127.0.0.7', '127.0.0.7'],
])('HOST "%s": the server that listens there is asked', async (HOST, host) => {
  const PORT = await listen(host, 200, { status: 'ok' })
  expect(await askPhase(placesOf({ HOST, PORT }))).toEqual({ phase: 'ready', isAskable: true })
})

test('a server that starts says how far it is', async () => {
  const PORT = await listen('::1', 503, { status: 'updating' })
  expect(await askPhase(placesOf({ HOST: '::1', PORT }))).toEqual({ phase: 'updating', isAskable: true })
})

test('where no server listens is a place that can be asked', async () => {
  const PORT = await listen('127.0.0.1', 200, {})
  server?.close()
  expect(await askPhase(placesOf({ PORT }))).toEqual({ phase: '', isAskable: true })
  expect(await askPhase([{ socketPath: '/tmp/maktaba-nowhere.sock' }])).toEqual({ phase: '', isAskable: true })
})

test.each([
  { HOST: 'no such host' },
  { HOST: 'nowhere.invalid' },
  { HOST: '[::1' },
  { HOST: '300.1.2.3' },
  { HOST: 'http://localhost' },
  { PORT: 'http' },
  { PORT: '99999' },
])('%j says nothing of the server', async (settings) => {
  expect(await askPhase(placesOf(settings))).toEqual({ phase: '', isAskable: false })
})
