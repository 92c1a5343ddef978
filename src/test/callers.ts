import '#slices.server.ts'
import { createHmac, randomBytes } from 'node:crypto'
import type { AnySchema, ErrorMap, InferSchemaInput, InferSchemaOutput, Meta } from '@orpc/contract'
import { call, type Procedure } from '@orpc/server'
import { SESSION_SECONDS } from '#base/auth/session/session-times.ts'
import { authSecret } from '#base/env/secret.server.ts'
import { sessionCookieName } from '#base/auth/session/session.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { session } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { noTimings, requestContext, withRequestContext } from '#base/lib/http/request-context.server.ts'
import { toAppError } from '#base/rpc/errors.server.ts'
import { contextOf, type RpcContext } from '#base/rpc/procedure.server.ts'
import { aUser, type UserRow } from './factories.ts'
import { request, testLog, type TestRequest } from './http.ts'

type SessionRow = typeof session.$inferSelect

let addresses = 0

/** A new IPv4 address for each browser of this test file. */
function newAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** A browser: keeps its cookies, calls procedures and sends requests. A test may use several. */
export class Caller {
  readonly cookies = new Map<string, string>()
  /** Each browser has its own address, so that rate limits do not affect others. */
  readonly address: string

  constructor(address = newAddress()) {
    this.address = address
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Calls a procedure as a server function does. Throws an AppError, or any unexpected error unchanged. */
  async call<I extends AnySchema, O extends AnySchema, E extends ErrorMap, C extends object, M extends Meta>(
    procedure: Procedure<RpcContext & Record<never, never>, C & Record<never, never>, I, O, E, M>,
    input: InferSchemaInput<I>,
  ): Promise<InferSchemaOutput<O>> {
    const headers = new Headers(this.cookies.size > 0 ? { cookie: this.cookieHeader } : {})
    try {
      return await inRequest(async () => {
        const output = await call(procedure, input, { context: await contextOf(headers) })
        for (const line of requestContext().cookies) this.#keep(line)
        return output
      }, this.address)
    } catch (thrown) {
      const { error, isKnown } = toAppError(thrown)
      throw isKnown ? error : thrown
    }
  }

  /** Sends a request with this browser's cookies and origin, and stores the cookies of the response. */
  async request(path: string, init: TestRequest = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', this.cookieHeader)
    if (!headers.has('origin') && (init.method ?? (init.body === undefined ? 'GET' : 'POST')) !== 'GET')
      headers.set('origin', env().baseUrl)
    const response = await request(path, { from: this.address, ...init, headers })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const equals = pair.indexOf('=')
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)]
    if (value === '' || attributes.some((one) => /^\s*max-age=0$/i.test(one))) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** A signed-in browser. */
export class SignedInCaller extends Caller {
  readonly user: UserRow
  readonly session: SessionRow

  constructor(user: UserRow, session: SessionRow) {
    super()
    this.user = user
    this.session = session
    this.cookies.set(sessionCookieName(), signedCookie(session.token))
  }
}

/** Runs `work` in a request context. */
export const inRequest = <T>(work: () => T, clientIp = '127.0.0.1'): T =>
  withRequestContext(
    {
      id: newId(),
      log: testLog,
      clientIp,
      isFromThisMachine: false,
      isMaybeProxied: true,
      clientKey: clientIp,
      userAgent: null,
      nonce: '',
      timeZone: 'UTC',
      cookies: [],
      headers: [],
      spent: noTimings(),
      isFunctionReached: false,
    },
    work,
  )

const PEOPLE = {
  reader: { role: 'user' },
  helper: { role: 'desk' },
  manager: { role: 'admin' },
  newcomer: { role: 'user', name: '', onboardedAt: null },
} as const

/**
 * A caller by role: a `reader`, a `helper` at the desk and a `manager` are signed in and onboarded, a `newcomer` is only signed in, a
 * `stranger` is signed out. Each call creates another user.
 */
export function as(part: 'stranger'): Promise<Caller>
export function as(part: keyof typeof PEOPLE, fields?: Partial<UserRow>): Promise<SignedInCaller>
export async function as(part: keyof typeof PEOPLE | 'stranger', fields: Partial<UserRow> = {}): Promise<Caller> {
  if (part === 'stranger') return new Caller()
  const person = await aUser({ ...PEOPLE[part], ...fields })
  // As after a sign-in by code a moment ago, for what needs a reauthentication.
  return signedIn(person, part === 'manager' ? { authenticatedAt: now() } : {})
}

/** A browser with a new session of the user. */
export async function signedIn(
  user: UserRow,
  fields: Partial<typeof session.$inferInsert> = {},
): Promise<SignedInCaller> {
  const fresh = {
    token: randomBytes(24).toString('base64url'),
    expiresAt: new Date(now().getTime() + SESSION_SECONDS * 1000),
  }
  const [row] = await db
    .insert(session)
    .values({ ...fresh, userId: user.id, ...fields })
    .returning()
  if (!row) throw new Error('No session was added')
  return new SignedInCaller(user, row)
}

/** The value of the session's cookie, signed as better-auth signs it: token, dot, HMAC-SHA256 in base64. */
export const signedCookie = (token: string): string =>
  encodeURIComponent(`${token}.${createHmac('sha256', authSecret()).update(token).digest('base64')}`)
