import { os } from '@orpc/server'
import { keyFromHeaders, sessionOfKey } from '#base/auth/api-key/api-key.server.ts'
import { isKeyScope, READING_SCOPES } from '#base/auth/api-key/key-scope.schema.ts'
import { refuseImpersonation, requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import { lacksPasskeyFor } from '#base/auth/passkey/require-passkey.server.ts'
import { isOnboarded } from '#base/auth/onboarded.ts'
import { can, hasAnyPermission, isOfLending, NEEDS_REAUTHENTICATION, type Permission } from '#base/auth/permissions.ts'
import { currentSession, type CurrentSession } from '#base/auth/session/session.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { ownWrites } from '#base/db/replica/own-writes.server.ts'
import { hasReplica, readAtReplica } from '#base/db/replica/replica.server.ts'
import type { AppError } from '#base/errors/app-error.ts'
import type { StoredUpload } from '#base/lib/stored-upload.ts'
import { createError } from '#base/errors/create-error.server.ts'
import type { IfMatch } from './entity-tag.ts'
import type { TakenBackAnswer, LaggingAnswer, ReadingOf, TakenBack } from './taken-back.ts'

export interface RpcContext {
  session: CurrentSession | null
  /** The `Cookie` header of the request. */
  cookies: string | null
  /** The `User-Agent` header of the request. */
  userAgent: string | null
  /** Headers to add to the response; only for REST. */
  resHeaders?: Headers
  /** The parsed `If-Match`, null without the header; only for REST. */
  ifMatch?: IfMatch | null
  /** The file that is the body of the request; only for REST, at an upload route. */
  upload?: StoredUpload
  /** The body of the request; only for REST, where the procedure has a `fileLimit`. */
  file?: Buffer
  /** The bytes of the body as they arrive; only for REST, where the procedure has a `streamLimit`. */
  stream?: AsyncIterable<Uint8Array>
  /** Stores the response to this output for the request's `Idempotency-Key`, in the transaction of the change. */
  storeResponse?: (output: unknown) => Promise<void>
}

/**
 * Who may call: users with a permission; onboarded users, for `self` (to see who they are) and `own` (their account);
 * `onboarding` for every signed-in user. `by-subject`: which permission is needed depends on what the call is about, and the
 * procedure asks for it. API keys may only use permissions, `self` and `by-subject`.
 */
export type Access = Permission | 'self' | 'own' | 'by-subject' | 'onboarding'

/** Accesses that any API key passes; a scope is asked for by the procedure, if at all. */
const FOR_ANY_KEY = new Set<Access>(['self', 'by-subject'])

/** Metadata of a procedure; a test checks that every procedure declares its access. */
export interface ProcedureMeta {
  access?: Access | 'anyone'
  /** The procedure changes a versioned row, so `If-Match` may name a version. */
  isVersioned?: boolean
  /** The procedure changes nothing, and its answer may be some seconds old: it is read from the replica. */
  mayLag?: boolean
  /** The body of its REST request is no JSON but a file of at most so many bytes. */
  fileLimit?: number
  /** As `fileLimit`, for a file that the procedure reads as it arrives, since it does not fit into memory. */
  streamLimit?: number
  /** How the procedure's change is taken back; `nothing` for one that only reads. */
  takenBack?: TakenBack
}

interface ProcedureOptions extends Omit<ProcedureMeta, 'access'> {
  /** Throws IMPERSONATING in an impersonation. */
  isMyself?: boolean
  /** The procedure belongs to lending though its access does not: NOT_FOUND while the library does not lend. */
  isLending?: boolean
}

const base = os.$context<RpcContext>().$meta<ProcedureMeta>({})

/** A procedure that anyone may call, and that changes nothing. */
export const publicProcedure = base.meta({ access: 'anyone', takenBack: 'nothing' })

/**
 * A procedure that requires access: signed in, onboarded, permitted. Where its access does not say that it reads, its options
 * say how what it changes is `takenBack`; what never is needs a recent authentication: throws SESSION_EXPIRED. With `isMyself`
 * it first throws IMPERSONATING in an impersonation. With `mayLag` it is read from the replica, if there is one with all
 * changes of the caller.
 */
export function procedure<A extends Access>(
  access: A,
  ...[options]: A extends ReadingOf<Access>
    ? [ProcedureOptions?]
    : [ProcedureOptions & (TakenBackAnswer | LaggingAnswer)]
) {
  const {
    isMyself = false,
    isLending = false,
    isVersioned = false,
    mayLag = false,
    fileLimit,
    streamLimit,
  } = options ?? {}
  const takenBack = options?.takenBack ?? 'nothing'
  const ofLending = isLending || isOfLending(access)
  return base
    .meta({
      access,
      takenBack,
      isVersioned,
      mayLag,
      ...(fileLimit !== undefined && { fileLimit }),
      ...(streamLimit !== undefined && { streamLimit }),
    })
    .use(async ({ context, next }) => {
      if (ofLending) await requireLending()
      if (isMyself && context.session) refuseImpersonation(context.session)
      const session = requireAccess(context.session, access)
      if (takenBack === 'never') requireRecentSession(session)
      const run = async () => next({ context: { session } })
      return mayLag && hasReplica() ? readAtReplica(writesOf(session, context), run) : next({ context: { session } })
    })
}

/** Throws NOT_FOUND while the library does not lend, whoever asks. */
export async function requireLending(): Promise<void> {
  if (!(await librarySettings()).lending) throw createError('NOT_FOUND')
}

const READING: ReadonlySet<string> = new Set(READING_SCOPES)

/**
 * Up to where the caller has written. A program keeps no cookie, so one whose key may change something reads from the
 * primary.
 */
const writesOf = ({ scopes }: CurrentSession, { cookies }: RpcContext) =>
  scopes && [...scopes].some((scope) => !READING.has(scope)) ? 'unknown' : ownWrites(cookies)

/**
 * Returns a session with the access; throws UNAUTHORIZED, NOT_ONBOARDED, ACTION_NOT_ALLOWED or RESOURCE_NOT_ALLOWED. An
 * API key must also have the scope: throws SCOPE_MISSING, or FORBIDDEN for access that no key can have. A session must
 * have been reauthenticated for a permission of `NEEDS_REAUTHENTICATION`: throws SESSION_EXPIRED; and by a passkey for what
 * only managers may do, where REQUIRE_PASSKEY says so: throws PASSKEY_REQUIRED.
 */
export function requireAccess(session: CurrentSession | null, access: Access): CurrentSession {
  if (!session) throw createError('UNAUTHORIZED')
  if (session.scopes && !FOR_ANY_KEY.has(access) && !isKeyScope(access)) throw createError('FORBIDDEN')
  if (access === 'onboarding') return session
  if (access === 'self' || access === 'own' || access === 'by-subject') {
    requireOnboarded(session)
    return session
  }
  requireRole(session, access)
  if (lacksPasskeyFor(session, access)) throw createError('PASSKEY_REQUIRED')
  if (NEEDS_REAUTHENTICATION.has(access)) requireRecentSession(session)
  if (session.scopes?.has(access) === false) throw createError('SCOPE_MISSING', { resource: access })
  return session
}

function requireOnboarded({ user, isImpersonated }: CurrentSession): void {
  if (!isOnboarded({ ...user, isImpersonated })) throw createError('NOT_ONBOARDED')
}

/**
 * Throws NOT_ONBOARDED, ACTION_NOT_ALLOWED or RESOURCE_NOT_ALLOWED if the role of the user has not the permission, whatever
 * the scopes of an API key and the last authentication of a session are.
 */
export function requireRole(session: CurrentSession, permission: Permission): void {
  requireOnboarded(session)
  if (!can(session.user.role, permission)) throw accessError(session.user.role, permission)
}

/**
 * The error by section 6 of the specification, which depends on whether any of the roles has access to the resource.
 *
 * @internal for tests
 */
export function accessError(roles: string, permission: Permission): AppError {
  const [resource = permission] = permission.split(':')
  return createError(hasAnyPermission(roles, resource) ? 'ACTION_NOT_ALLOWED' : 'RESOURCE_NOT_ALLOWED', { resource })
}

/** Whether a session has a permission, for a response that contains more for some users. */
export function hasAccess(session: CurrentSession, access: Permission): boolean {
  const isInScope = !session.scopes || (isKeyScope(access) && session.scopes.has(access))
  const isAllowed = can(session.user.role, access) && !lacksPasskeyFor(session, access)
  return isInScope && isOnboarded({ ...session.user, isImpersonated: session.isImpersonated }) && isAllowed
}

/** The context of a server function: the session of the request's cookie, never an API key. */
export async function contextOf(headers: Headers): Promise<RpcContext> {
  const cookies = headers.get('cookie')
  return { session: await currentSession(cookies), cookies, userAgent: headers.get('user-agent') }
}

/** The context of a REST request: its API key, or without one the session of its cookie. */
export async function apiContextOf(headers: Headers): Promise<RpcContext> {
  const key = keyFromHeaders(headers)
  if (key === undefined) return contextOf(headers)
  return { session: await sessionOfKey(key), cookies: null, userAgent: headers.get('user-agent') }
}
