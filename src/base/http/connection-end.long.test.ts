import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { serve } from 'srvx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterBody } from './connection-end.server.ts'

let server: ReturnType<typeof serve>
beforeAll(async () => {
  server = serve({
    hostname: '127.0.0.1',
    port: 0,
    silent: true,
    gracefulShutdown: false,
    fetch: (asked) => afterBody(asked, giveUpInTheMiddle(asked)),
  })
  await server.ready()
})
afterAll(() => server.close(true))

async function giveUpInTheMiddle({ body }: Request): Promise<Response> {
  for await (const _ of body?.values({ preventCancel: true }) ?? []) break
  return new Response('later', { status: 503 })
}

/** Sends the whole file before it reads the answer, or only the first bytes of it; returns the status. */
async function post(size: number, options: { agent: Agent | false; sent?: number }): Promise<number | undefined> {
  const { agent, sent = size } = options
  const asked = request(new URL(server.url ?? ''), { method: 'POST', agent, headers: { 'content-length': size } })
  asked.write(Buffer.alloc(sent))
  if (sent === size) asked.end()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  answer?.resume()
  if (answer && sent === size) await once(answer, 'end')
  if (sent !== size) asked.on('error', () => undefined).destroy()
  return answer?.statusCode
}

test('an answer in the middle of a file reaches the client, and the connection may be used again', async () => {
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  for (const agent of [false, kept, kept] as const) expect(await post(5_000_000, { agent })).toBe(503)
  kept.destroy()
})

test('the rest of a file that does not come is waited for two seconds', async () => {
  const began = performance.now()
  expect(await post(5_000_000, { agent: false, sent: 100_000 })).toBe(503)
  expect(performance.now() - began).toBeGreaterThan(1900)
})
