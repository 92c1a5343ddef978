import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { AppErrorShape } from '#errors/app-error.ts'

/** State of one request: created by the server, available to all code that answers it. */
export interface RequestContext {
  id: string
  log: Logger
  /** IP address of the client: from the socket, or from a trusted proxy. */
  clientIp: string
  /** Nonce of the Content-Security-Policy for this response's scripts. */
  readonly nonce: string
  timeZone: string
  /** `Set-Cookie` values to add to the response. */
  cookies: string[]
  /** Headers to add to the response, errors included. */
  headers: [name: string, value: string][]
  /** The values and the error of a form that was sent without script, for the page to show again. */
  form: { values: Record<string, string>; error: AppErrorShape } | null
  /** The mail of this request could not be sent; reported alike for every address. */
  hasMailFailed: boolean
  /** Whether the request could be parsed as a call of an existing server function. */
  isFunctionReached: boolean
  /** Refunds the address's code limit when the mail could not be sent. */
  refundCodeRequest?: () => Promise<void>
  /** The provider account that is used for this sign-in. */
  providerAccount?: { providerId: string; accountId: string }
  /** Results of `oncePerRequest`, by name. */
  memo: Map<string, Promise<unknown>>
}

const current = new AsyncLocalStorage<RequestContext>()

export const withRequestContext = <T>(context: RequestContext, work: () => T): T => current.run(context, work)

/** The context of the current request; throws outside of one. */
export function requestContext(): RequestContext {
  const context = current.getStore()
  if (!context) throw new Error('No request is being answered')
  return context
}

/** Runs a look-up once per request: the server functions of one page share the result. */
export function oncePerRequest<T>(name: string, lookUp: () => Promise<T>): Promise<T> {
  const { memo } = requestContext()
  const cached = memo.get(name)
  // Each name belongs to one look-up, which fixes the type.
  if (cached) return cached as Promise<T>
  const result = lookUp()
  memo.set(name, result)
  return result
}
