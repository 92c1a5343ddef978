import * as z from 'zod/mini'
import { needsPasskey } from '#base/auth/passkey/require-passkey.server.ts'
import { findBan } from '#base/auth/session/ban-notice.server.ts'
import { banNoticeSchema } from '#base/auth/session/ban.schema.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { noContentSchema } from '#base/rpc/no-content.schema.ts'
import { procedure, publicProcedure } from '#base/rpc/procedure.server.ts'
import { currentUserSchema, meSchema } from './me.schema.ts'

const meOf = ({ user: me, isImpersonated }: CurrentSession) => ({ ...me, isImpersonated })

/** The current user; null when signed out. */
const current = publicProcedure
  .output(z.nullable(currentUserSchema))
  .handler(
    ({ context: { session } }) =>
      session && { ...meOf(session), needsPasskey: needsPasskey(session), cameByCard: session.cardAt !== null },
  )

/** The ban that ended this browser's session; null for none. */
const ban = publicProcedure
  .output(z.nullable(banNoticeSchema))
  .handler(({ context }) => (context.session ? null : findBan(context.cookies)))

/** The current user; UNAUTHORIZED when signed out. */
const me = procedure('self')
  .route({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    summary: 'Read who is calling',
    description: 'The user whose session or key the request carries: a good first call.',
    successDescription: 'Who is calling.',
    tags: ['Account'],
  })
  .input(noContentSchema)
  .output(meSchema)
  .handler(({ context }) => meOf(context.session))

export const meRouter = { current, ban, me }
