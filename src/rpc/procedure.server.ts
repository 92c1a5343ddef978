import { os } from '@orpc/server'
import { keyFromHeaders, sessionOfKey } from '#auth/api-key/api-key.server.ts'
import { isKeyScope } from '#auth/api-key/key-scope.schema.ts'
import { refuseImpersonation } from '#auth/session/fresh-session.server.ts'
import { can, knowsResource, type Permission } from '#auth/permissions.ts'
import { currentSession, type CurrentSession } from '#auth/session/session.server.ts'
import type { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import type { IfMatch } from './entity-tag.ts'

export interface RpcContext {
  session: CurrentSession | null
  /** The `Cookie` header of the request. */
  cookies: string | null
  /** What the browser says of itself. */
  userAgent: string | null
  /** Headers that the answer takes along, where REST answers. */
  resHeaders?: Headers
  /** What `If-Match` asks for, where REST answers; null without that header. */
  ifMatch?: IfMatch | null
  /** Keeps the answer that this output makes for whoever sends the same `Idempotency-Key` again: within the change. */
  keepAnswer?: (output: unknown) => Promise<void>
}

/**
 * Who may call: a permission of the table; `self` to see who one is and `own` for one's own account, once onboarded;
 * `onboarding` for whoever is signed in; `anyone`. A key gets no further than permissions and `self`.
 */
export type Access = Permission | 'self' | 'own' | 'onboarding'

/** What a procedure says of itself: the test that walks over all of them reads it. */
export interface ProcedureMeta {
  access?: Access | 'anyone'
  /** It changes what has a version, which `If-Match` may name. */
  isVersioned?: boolean
}

const base = os.$context<RpcContext>().$meta<ProcedureMeta>({})

/** A procedure that anyone may call. */
export const publicProcedure = base.meta({ access: 'anyone' })

/**
 * A procedure with its permission, denied first: signed in, onboarded, allowed. `isMyself` refuses before all that, with
 * IMPERSONATING, a manager who looks through somebody's eyes.
 */
export const procedure = (access: Access, { isMyself = false, isVersioned = false } = {}) =>
  base.meta({ access, isVersioned }).use(({ context, next }) => {
    if (isMyself && context.session) refuseImpersonation(context.session)
    const session = requireAccess(context.session, access)
    return next({ context: { session } })
  })

/**
 * The session of someone who may; throws UNAUTHORIZED, NOT_ONBOARDED, ACTION_NOT_ALLOWED or RESOURCE_NOT_ALLOWED. A key
 * needs the permission among its scopes too: SCOPE_MISSING, and FORBIDDEN for what no key may.
 */
export function requireAccess(session: CurrentSession | null, access: Access): CurrentSession {
  if (!session) throw createError('UNAUTHORIZED')
  if (session.scopes && access !== 'self' && !isKeyScope(access)) throw createError('FORBIDDEN')
  if (access === 'onboarding') return session
  if (!session.user.onboardedAt) throw createError('NOT_ONBOARDED')
  if (access === 'self' || access === 'own') return session
  if (!can(session.user.role, access)) throw accessError(session.user.role, access)
  if (session.scopes?.has(access) === false) throw createError('SCOPE_MISSING', { resource: access })
  return session
}

/**
 * A refusal as section 6 of the specification words it: by whether any of the roles knows the resource at all.
 *
 * @internal for tests
 */
export function accessError(roles: string, permission: Permission): AppError {
  const [resource = permission] = permission.split(':')
  return createError(knowsResource(roles, resource) ? 'ACTION_NOT_ALLOWED' : 'RESOURCE_NOT_ALLOWED', { resource })
}

/** Whether somebody may, without a refusal: for an answer that says more to some. */
export function hasAccess(session: CurrentSession, access: Permission): boolean {
  const isInScope = !session.scopes || (isKeyScope(access) && session.scopes.has(access))
  return isInScope && session.user.onboardedAt !== null && can(session.user.role, access)
}

/** Who is calling, by the cookie of the request; a key is none here. */
export async function contextOf(headers: Headers): Promise<RpcContext> {
  const cookies = headers.get('cookie')
  return { session: await currentSession(cookies), cookies, userAgent: headers.get('user-agent') }
}

/** Who is calling the API: by the key that the request names, which alone counts then; else by its cookie. */
export async function apiContextOf(headers: Headers): Promise<RpcContext> {
  const key = keyFromHeaders(headers)
  if (key === undefined) return contextOf(headers)
  return { session: await sessionOfKey(key), cookies: null, userAgent: headers.get('user-agent') }
}
