import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { kept } from '../kept.ts'

/** State of one request: created by the server, available to all code that answers it. */
export interface RequestContext {
  id: string
  log: Logger
  /** IP address of the client: from the socket, or from a trusted proxy. */
  clientIp: string
  /** Whether the request was sent on this machine, to a name of this machine: by a browser here, or by a proxy. */
  isFromThisMachine: boolean
  /** Whether this request, or one since the start, shows signs of a proxy. */
  isMaybeProxied: boolean
  /** For a request by the house's network: the origin that the other device has opened. */
  networkOrigin?: string | undefined
  /** For whom the request counts where something is shared fairly: a user, an API key, or the visitors of one network. */
  clientKey: string
  /** The `User-Agent` header. */
  userAgent: string | null
  /** Nonce of the Content-Security-Policy for this response's scripts. */
  readonly nonce: string
  readonly timeZone: string
  /** `Set-Cookie` values to add to the response. */
  cookies: string[]
  /** Headers to add to the response, errors included. */
  headers: [name: string, value: string][]
  /** The `traceparent` header of a trusted proxy. */
  traceParent?: string
  /** The route that answers, such as `/api/v1/books/{id}`, if its handler says so. */
  route?: string
  /** Who is signed in, by a session or an API key. */
  caller?: { userId: string; sessionId?: string; keyId?: string; isManager: boolean }
  /** Time spent for this request. Queries run at once count each, so that their sum may exceed the whole. */
  spent: { queries: number; databaseMilliseconds: number; renderMilliseconds: number }
  /** Whether the request could be parsed as a call of an existing server function. */
  isFunctionReached: boolean
  /** The connection to the database broke at a commit, so that the change may have been made. */
  isOutcomeUnknown?: boolean
}

const current = kept('request', () => new AsyncLocalStorage<RequestContext>())

export const withRequestContext = <T>(context: RequestContext, work: () => T): T => current.run(context, work)

/** The context of the current request; throws outside of one. */
export function requestContext(): RequestContext {
  const context = current.getStore()
  if (!context) throw new Error('No request is being answered')
  return context
}

/** The context of the current request; undefined for work of the server itself. */
export const currentContext = (): RequestContext | undefined => current.getStore()

/** Time spent at the beginning of a request. */
export const noTimings = (): RequestContext['spent'] => ({
  queries: 0,
  databaseMilliseconds: 0,
  renderMilliseconds: 0,
})

/** The client's key of the current request; undefined for work of the server itself. */
export const requestClientKey = (): string | undefined => current.getStore()?.clientKey

/**
 * A look-up that runs once per request: the server functions of one page share the result. Its key must be the same for
 * the whole request, such as its cookie: later keys are not looked up.
 */
export function oncePerRequest<K, T>(lookUp: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const results = new WeakMap<RequestContext, Promise<T>>()
  return (key) => {
    const result = results.get(requestContext()) ?? lookUp(key)
    results.set(requestContext(), result)
    return result
  }
}
