import { os } from '@orpc/server'
import { can, denied, type Permission } from '#auth/permissions.ts'
import { currentSession, type CurrentSession } from '#auth/session.server.ts'
import { AppError, notSignedIn } from '#lib/app-error.ts'

export interface RpcContext {
  session: CurrentSession | null
  /** The `Cookie` header of the request. */
  cookies: string | null
  /** What the browser says of itself. */
  userAgent: string | null
  /** Headers that the answer takes along, where REST answers. */
  resHeaders?: Headers
}

export interface SignedInContext {
  session: CurrentSession
}

/**
 * Who may call: a permission of the table; `own` for one's own account, once onboarded; `onboarding`
 * for whoever is signed in; `anyone`.
 */
export type Access = Permission | 'own' | 'onboarding'

/** What a procedure says of itself: the test that walks over all of them reads it. */
interface ProcedureMeta {
  access?: Access | 'anyone'
}

const base = os.$context<RpcContext>().$meta<ProcedureMeta>({})

/** A procedure that anyone may call. */
export const publicProcedure = base.meta({ access: 'anyone' })

/** A procedure with its permission, denied first: signed in, onboarded, allowed. */
export const procedure = (access: Access) =>
  base.meta({ access }).use(({ context, next }) => {
    const session = requireAccess(context.session, access)
    return next({ context: { session } })
  })

/** The session of someone who may; throws UNAUTHORIZED, NOT_ONBOARDED, ACTION_NOT_ALLOWED or RESOURCE_NOT_ALLOWED. */
export function requireAccess(session: CurrentSession | null, access: Access): CurrentSession {
  if (!session) throw notSignedIn()
  if (access === 'onboarding') return session
  if (!session.user.onboardedAt) throw new AppError({ code: 'NOT_ONBOARDED', status: 403 })
  if (access === 'own' || can(session.user.role, access)) return session
  throw denied(session.user.role, access)
}

/** Who is calling, by the cookie of the request. */
export async function contextOf(headers: Headers): Promise<RpcContext> {
  const cookies = headers.get('cookie')
  return { session: await currentSession(cookies), cookies, userAgent: headers.get('user-agent') }
}
