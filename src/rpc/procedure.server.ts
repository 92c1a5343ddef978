import { os } from '@orpc/server'
import { can, type Permission } from '#auth/permissions.ts'
import { currentSession, type CurrentSession } from '#auth/session.server.ts'
import { AppError, forbidden, notSignedIn } from '#lib/app-error.ts'

export interface RpcContext {
  session: CurrentSession | null
  /** The `Cookie` header of the request. */
  cookies: string | null
}

export interface SignedInContext {
  session: CurrentSession
}

/**
 * Who may call: a permission of the table; `own` for one's own account, once onboarded; `onboarding`
 * for whoever is signed in; `anyone`.
 */
export type Access = Permission | 'own' | 'onboarding'

const base = os.$context<RpcContext>()

/** A procedure that anyone may call. */
export const publicProcedure = base

/** A procedure with its permission, denied first: signed in, onboarded, allowed. */
export const procedure = (access: Access) =>
  base.use(({ context, next }) => {
    const session = requireAccess(context.session, access)
    return next({ context: { session } })
  })

/** The session of someone who may; throws UNAUTHORIZED, NOT_ONBOARDED or FORBIDDEN. */
export function requireAccess(session: CurrentSession | null, access: Access): CurrentSession {
  if (!session) throw notSignedIn()
  if (access === 'onboarding') return session
  if (!session.user.onboardedAt) throw new AppError({ code: 'NOT_ONBOARDED', status: 403 })
  if (access === 'own' || can(session.user.role, access)) return session
  throw forbidden(access.split(':')[0] ?? access)
}

/** Who is calling, by the cookie of the request. */
export async function contextOf(headers: Headers): Promise<RpcContext> {
  const cookies = headers.get('cookie')
  return { session: await currentSession(cookies), cookies }
}
