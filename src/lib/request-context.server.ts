import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { AppErrorShape } from '#errors/app-error.ts'

/** What one request carries along: made by the server, read wherever a request is answered. */
export interface RequestContext {
  id: string
  log: Logger
  /** Address of the client: from the socket, or from a trusted proxy. */
  clientIp: string
  /** Nonce of the Content-Security-Policy for this answer's scripts. */
  readonly nonce: string
  timeZone: string
  /** `Set-Cookie` lines that the answer takes along. */
  cookies: string[]
  /** Headers, by name, that the answer takes along, also when it is an error. */
  headers: [name: string, value: string][]
  /** What a form that was sent without script held, and what was wrong with it: the page shows both again. */
  form: { values: Record<string, string>; error: AppErrorShape } | null
  /** The mail of this request could not be sent: said honestly, alike for every address. */
  hasMailFailed: boolean
  /** Whether a call of a server function could be read, and there is one of that name. */
  isFunctionReached: boolean
  /** Takes back for its address that a code was asked for, when it was not sent. */
  refundCodeRequest?: () => Promise<void>
  /** The account at a provider by which somebody is signing in. */
  providerAccount?: { providerId: string; accountId: string }
  /** Things looked up once a request, by name. */
  memo: Map<string, Promise<unknown>>
}

const current = new AsyncLocalStorage<RequestContext>()

export const withRequestContext = <T>(context: RequestContext, work: () => T): T => current.run(context, work)

/** The context of the request at hand; throws outside of one. */
export function requestContext(): RequestContext {
  const context = current.getStore()
  if (!context) throw new Error('No request is being answered')
  return context
}

/** Looks a thing up once a request: several server functions of one page share the answer. */
export function oncePerRequest<T>(name: string, lookUp: () => Promise<T>): Promise<T> {
  const { memo } = requestContext()
  const known = memo.get(name)
  // The name stands for one look-up, so its type is known.
  if (known) return known as Promise<T>
  const fresh = lookUp()
  memo.set(name, fresh)
  return fresh
}
