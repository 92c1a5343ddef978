import { createServer, type RequestListener } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeAuthClient } from './client.ts'
import { onSessionSignal, signalSession } from './session-signal.ts'

/** Tolerance of timers, in milliseconds. */
const SLACK = 2

let ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends) await end()
  ends = []
  vi.unstubAllGlobals()
})

/** A server on loopback with the given responses, and the calls that it received. */
async function serve(answer: RequestListener): Promise<{ url: string; heard: { path: string; at: number }[] }> {
  const heard: { path: string; at: number }[] = []
  const server = createServer((request, response) => {
    heard.push({ path: `${request.method} ${request.url}`, at: performance.now() })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))))
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, heard }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Times of the signals, in milliseconds after this was called. */
function signals(): number[] {
  const start = performance.now()
  const moments: number[] = []
  ends.push(onSessionSignal(() => void moments.push(performance.now() - start)))
  return moments
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('the session signal', () => {
  const PATHS = [
    '/sign-out',
    '/update-user',
    '/delete-user',
    '/verify-email',
    '/revoke-sessions',
    '/revoke-other-sessions',
    '/sign-in/email-otp',
    '/sign-in/email',
    '/sign-in/social',
    '/sign-in/anything-else',
    '/sign-up/email',
    '/sign-up/anything-else',
  ]

  /** Calls any path like the client's functions. */
  async function call(client: ReturnType<typeof makeAuthClient>, path: string): Promise<void> {
    let step: unknown = client
    const camel = (part: string) => part.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    for (const part of path.slice(1).split('/')) step = Reflect.get(step as object, camel(part))
    await (step as (input: object) => Promise<unknown>)({ some: 'thing' })
  }

  test.each(PATHS)('comes once, 10 ms after %s', async (path) => {
    const { url, heard } = await serve(json(200, { success: true }))
    const client = makeAuthClient({ baseURL: url })
    const moments = signals()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ends.push(() => vi.useRealTimers())
    await call(client, path)
    expect(heard.map((one) => one.path)).toEqual([`POST /api/auth${path}`])
    expect(moments).toHaveLength(0)
    vi.advanceTimersByTime(9)
    expect(moments).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(moments).toHaveLength(1)
    vi.advanceTimersByTime(1000)
    expect(moments).toHaveLength(1)
  })

  test('comes after every call, not only the first', async () => {
    const { url } = await serve(json(200, { success: true }))
    const client = makeAuthClient({ baseURL: url })
    const moments = signals()
    for (const count of [1, 2, 3]) {
      await client.updateUser({ name: 'Amina' })
      await pause(30)
      expect(moments).toHaveLength(count)
    }
  })

  test('does not come after a failed call, nor after another path', async () => {
    const { url, heard } = await serve((request, response) =>
      json(request.url?.includes('sign-') ? 400 : 200, { code: 'INVALID_OTP' })(request, response),
    )
    const client = makeAuthClient({ baseURL: url })
    const moments = signals()
    await client.signIn.emailOtp({ email: 'amina@example.org', otp: '123456' })
    await client.signOut()
    await client.emailOtp.sendVerificationOtp({ email: 'amina@example.org', type: 'sign-in' })
    await client.getSession()
    await pause(40)
    expect(heard).toHaveLength(4)
    expect(moments).toEqual([])
  })

  test('comes 10 ms after one of our own calls', () => {
    vi.useFakeTimers()
    const moments = signals()
    signalSession()
    vi.advanceTimersByTime(9)
    expect(moments).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(moments).toHaveLength(1)
    vi.useRealTimers()
  })

  test('does not reach a removed listener', async () => {
    const moments: number[] = []
    const stop = onSessionSignal(() => void moments.push(1))
    signalSession()
    stop()
    await pause(30)
    expect(moments).toEqual([])
  })
})

describe('an error', () => {
  test('has status and statusText in addition to the body', async () => {
    const { url } = await serve((_, response) =>
      response
        .writeHead(429, 'Slow Down', { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 'TOO_MANY_REQUESTS', message: 'x', retryAfter: 540 })),
    )
    const { data, error } = await makeAuthClient({ baseURL: url }).signOut()
    expect(data).toBeNull()
    expect(error).toEqual({
      status: 429,
      statusText: 'Slow Down',
      code: 'TOO_MANY_REQUESTS',
      message: 'x',
      retryAfter: 540,
    })
  })

  test('that is not JSON has them too', async () => {
    const { url } = await serve((_, response) => response.writeHead(502, 'Bad Gateway').end('<h1>nginx</h1>'))
    const { error } = await makeAuthClient({ baseURL: url }).signOut()
    expect(error).toEqual({ status: 502, statusText: 'Bad Gateway' })
  })

  test('is the result of a network failure: no listener', async () => {
    const { url } = await serve(() => undefined)
    for (const end of ends.splice(0)) await end()
    const answer = await makeAuthClient({ baseURL: url }).signOut()
    expect(answer).toEqual({ data: null, error: { status: 0, statusText: 'Network Error', code: 'NETWORK' } })
  })

  test('is the result of a network failure: connection lost within the body', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"success":')
      setTimeout(() => response.destroy(), 20)
    })
    const answer = await makeAuthClient({ baseURL: url }).signOut()
    expect(answer).toEqual({ data: null, error: { status: 0, statusText: 'Network Error', code: 'NETWORK' } })
  })

  test.each(['nonsense', 'http://', 'localhost:3000/x y', '//example.org'])(
    'is thrown for the base URL %s',
    (baseURL) => {
      expect(() => makeAuthClient({ baseURL })).toThrow(/^Invalid base URL: /)
    },
  )

  test('for an invalid base URL says what to do', () => {
    expect(() => makeAuthClient({ baseURL: 'nonsense' })).toThrow(
      'Invalid base URL: nonsense. Please provide a valid base URL.',
    )
  })
})

describe('retries', () => {
  test('a read is retried twice, after 1,000 ms each', async () => {
    const { url, heard } = await serve(json(503, {}))
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { error } = await makeAuthClient({ baseURL: url }).getSession()
    // The delays that were asked for: how late a timer fires is the machine's affair.
    const delays = timers.mock.calls.map(([, delay]) => delay)
    timers.mockRestore()
    expect(delays.filter((delay) => delay === 1000).length).toBeGreaterThanOrEqual(2)
    expect(delays).not.toContain(2000)
    expect(error).toMatchObject({ status: 503 })
    expect(heard.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => 'GET /api/auth/get-session'))
    for (const index of [1, 2]) {
      const distance = heard[index]!.at - heard[index - 1]!.at
      expect(distance).toBeGreaterThanOrEqual(1000 - SLACK)
    }
  })

  test('a read that failed is retried, and then succeeds', async () => {
    let calls = 0
    const { url, heard } = await serve((request, response) =>
      ++calls === 1 ? request.socket.destroy() : json(200, { user: { name: 'Amina' } })(request, response),
    )
    const { data, error } = await makeAuthClient({ baseURL: url }).getSession()
    expect([data, error]).toEqual([{ user: { name: 'Amina' } }, null])
    expect(heard).toHaveLength(2)
  })

  test.each([400, 401, 403, 404, 429])('a read that is refused with %d is not', async (status) => {
    const { url, heard } = await serve(json(status, { code: 'X' }))
    await makeAuthClient({ baseURL: url }).getSession()
    expect(heard).toHaveLength(1)
  })

  test('a request for a code is not retried: it would be mailed twice', async () => {
    const { url, heard } = await serve(json(500, {}))
    const { emailOtp, signOut } = makeAuthClient({ baseURL: url })
    await emailOtp.sendVerificationOtp({ email: 'amina@example.org', type: 'sign-in' })
    await signOut()
    expect(heard.map(({ path }) => path)).toEqual([
      'POST /api/auth/email-otp/send-verification-otp',
      'POST /api/auth/sign-out',
    ])
  })
})

describe('a response with url and redirect', () => {
  const location = { href: 'http://localhost/login', origin: 'http://localhost' }

  beforeEach(() => {
    location.href = 'http://localhost/login'
    vi.stubGlobal('window', { location })
  })

  const signIn = async (answer: unknown): Promise<string> => {
    const { url } = await serve(json(200, answer))
    await makeAuthClient({ baseURL: url }).signIn.social({ provider: 'github' })
    return location.href
  }

  test('leads there', async () => {
    expect(await signIn({ url: 'https://github.com/login/oauth?state=x', redirect: true })).toBe(
      'https://github.com/login/oauth?state=x',
    )
  })

  test.each([
    { url: 'https://github.com/', redirect: false },
    { url: 'https://github.com/' },
    { redirect: true },
    { url: 'javascript:alert(1)', redirect: true },
    { url: ' JavaScript:alert(1)', redirect: true },
    { url: 'data:text/html,x', redirect: true },
  ])('%j does not', async (answer) => {
    expect(await signIn(answer)).toBe('http://localhost/login')
  })
})

test('credentials are included, at {host}/api/auth', async () => {
  const calls: [string, RequestInit | undefined][] = []
  vi.stubGlobal('fetch', async (input: URL, init?: RequestInit) => {
    calls.push([String(input), init])
    return Response.json({})
  })
  const client = makeAuthClient({ baseURL: 'https://books.example.org' })
  await client.signOut()
  await client.getSession()
  expect(calls.map(([url, init]) => [init?.method, url, init?.credentials])).toEqual([
    ['POST', 'https://books.example.org/api/auth/sign-out', 'include'],
    ['GET', 'https://books.example.org/api/auth/get-session', 'include'],
  ])
})

test('the default base URL is the page’s host', async () => {
  vi.stubGlobal('window', { location: { origin: 'https://books.example.org' } })
  const calls: string[] = []
  vi.stubGlobal('fetch', async (input: URL) => (calls.push(String(input)), Response.json({})))
  await makeAuthClient().signOut()
  expect(calls).toEqual(['https://books.example.org/api/auth/sign-out'])
})
