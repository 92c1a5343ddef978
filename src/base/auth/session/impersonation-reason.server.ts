import { requestContext, type RequestContext } from '#base/lib/http/request-context.server.ts'

// better-auth passes nothing on from the call to its hooks, so they meet here.
const reasons = new WeakMap<RequestContext, string>()

/** Says why the current request begins an impersonation. */
export const giveImpersonationReason = (reason: string): void => void reasons.set(requestContext(), reason)

/** Why the current request begins an impersonation; empty in a request that has not said why. */
export const impersonationReason = (): string => reasons.get(requestContext()) ?? ''
