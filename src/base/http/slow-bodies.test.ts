import { connect } from 'node:net'
import { serve } from 'srvx'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { watchBody } from './slow-bodies.server.ts'

let server: ReturnType<typeof serve>
/** What a server does before it reads a body. */
const busy = Promise.withResolvers<undefined>()
beforeAll(async () => {
  server = serve({
    hostname: '127.0.0.1',
    port: 0,
    silent: true,
    gracefulShutdown: false,
    fetch: async (request) => {
      watchBody(request)
      if (request.headers.has('x-busy')) await busy.promise
      return new Response(`read ${(await request.text()).length}`)
    },
  })
  await server.ready()
})
afterAll(() => server.close(true))
afterEach(() => vi.useRealTimers())

/** Sends the head of a request and the beginning of its body; what comes back, as it comes. */
async function begin(head: string, body: string) {
  const socket = connect(Number(new URL(server.url ?? '').port), '127.0.0.1')
  const connection = { said: '', isOver: false, socket }
  socket
    .on('data', (bytes) => (connection.said += bytes))
    .on('close', () => (connection.isOver = true))
    .on('error', () => undefined)
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n${body}`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  return connection
}

test.each(['Content-Length: 1000', 'Transfer-Encoding: chunked'])(
  'a body that trickles is cut off: %s',
  async (head) => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
    const connection = await begin(head, head.startsWith('T') ? '1\r\nx\r\n' : 'x')
    await vi.advanceTimersByTimeAsync(19_000)
    expect(connection.said).toBe('')
    await vi.advanceTimersByTimeAsync(10_000)
    await expect
      .poll(() => [connection.said, connection.isOver])
      .toEqual([expect.stringMatching(/^HTTP\/1\.1 408 /), true])
  },
)

test('a file on a poor connection is not, nor a request without a body', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  const connection = await begin('Content-Length: 60000', '')
  // 50,000 bytes in 100 seconds.
  connection.socket.write('x'.repeat(50_000))
  await new Promise((resolve) => setTimeout(resolve, 100))
  await vi.advanceTimersByTimeAsync(100_000)
  expect([connection.said, connection.isOver]).toEqual(['', false])
  connection.socket.write('x'.repeat(10_000))
  await expect.poll(() => connection.said).toContain('read 60000')
  // The connection waits for the next request, and is not watched meanwhile.
  await vi.advanceTimersByTimeAsync(300_000)
  connection.socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
  await expect.poll(() => connection.said).toContain('read 0')
  connection.socket.destroy()
})

test('a body of which much came at once is cut off when no more comes', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  const connection = await begin('Content-Length: 1000000', 'x'.repeat(900_000))
  await vi.advanceTimersByTimeAsync(100_000)
  expect(connection.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.poll(() => connection.isOver).toBe(true)
})

test('nor a body that waits for a busy server', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  const connection = await begin('X-Busy: 1\r\nContent-Length: 5', 'x'.repeat(5))
  await vi.advanceTimersByTimeAsync(120_000)
  expect([connection.said, connection.isOver]).toEqual(['', false])
  busy.resolve(undefined)
  await expect.poll(() => connection.said).toContain('read 5')
  connection.socket.destroy()
})
