import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#base/errors/app-error.ts'
import { serverFunctionFetch } from './server-function-fetch.ts'

let end: () => Promise<unknown> = async () => undefined
afterEach(() => end())

/** URL of a server on loopback with the given response. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  end = () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/_serverFn/any`
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  serve((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
  )

test.each([
  ['a result', 200, {}],
  ['an error that the function has thrown', 409, { 'x-tss-serialized': 'true' }],
])('%s is passed on as it is', async (_, status, headers) => {
  const response = await serverFunctionFetch(await json(status, { code: 'X' }, headers), { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([status, { code: 'X' }])
})

test.each([
  [403, { code: 'DEMO_MODE', status: 403, message: 'x' }, {}, { code: 'DEMO_MODE', status: 403 }],
  [413, { code: 'CONTENT_TOO_LARGE' }, {}, { code: 'CONTENT_TOO_LARGE', status: 413 }],
  [
    429,
    { code: 'TOO_MANY_REQUESTS' },
    { 'retry-after': '30' },
    { code: 'TOO_MANY_REQUESTS', status: 429, retryAfter: 30 },
  ],
  [503, 'Starting', { 'retry-after': 'soon' }, { code: 'UNKNOWN_ERROR', status: 503, retryAfter: undefined }],
  [502, { code: 7 }, {}, { code: 'UNKNOWN_ERROR', status: 502 }],
  [500, null, {}, { code: 'UNKNOWN_ERROR', status: 500 }],
])('a refusal before the function is an AppError: %d %j', async (status, body, headers, expected) => {
  const thrown = await serverFunctionFetch(await json(status, body, headers)).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(AppError)
  expect(thrown).toMatchObject(expected)
})

test('a network failure becomes an AppError', async () => {
  const url = await json(200, {})
  await end()
  await expect(serverFunctionFetch(url)).rejects.toMatchObject({ name: 'AppError', code: 'NETWORK', status: 0 })
})

test('an aborted call is not a network error', async () => {
  const url = await serve(() => undefined)
  const controller = new AbortController()
  const answer = serverFunctionFetch(url, { signal: controller.signal })
  controller.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})
