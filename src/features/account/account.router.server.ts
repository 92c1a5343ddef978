import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { needsPasskey } from '#auth/passkey/require-passkey.server.ts'
import { findBan } from '#auth/session/ban-notice.server.ts'
import { banNoticeSchema } from '#auth/session/ban.schema.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { withActor } from '#db/actor.server.ts'
import { user } from '#db/tables/user.ts'
import { now } from '#lib/clock.ts'
import { noContentSchema } from '#rpc/no-content.schema.ts'
import { procedure, publicProcedure } from '#rpc/procedure.server.ts'
import {
  askEmailChangeSchema,
  changeEmailSchema,
  currentUserSchema,
  meSchema,
  onboardingSchema,
} from './account.schema.ts'
import { askForEmail, changeToEmail } from './change-email.server.ts'

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

/** Sets name and time of onboarding, once. IMPERSONATING for a manager who impersonates the user. */
const onboard = procedure('onboarding', { takenBack: 'again', isMyself: true })
  .input(onboardingSchema)
  .handler(async ({ input, context }) => {
    await withActor(context.session.actor, (tx) =>
      tx
        .update(user)
        .set({ name: input.name, onboardedAt: now(), updatedAt: now() })
        .where(and(eq(user.id, context.session.user.id), isNull(user.onboardedAt))),
    )
  })

/**
 * Mails a code to a new address. SESSION_EXPIRED unless reauthenticated in the last ten minutes. TOO_MANY_REQUESTS,
 * MAIL_NOT_SENT.
 */
const askEmailChange = procedure('own', { takenBack: 'nothing' })
  .input(askEmailChangeSchema)
  .handler(({ input, context }) => askForEmail(context.session, input.newEmail))

/**
 * Changes the address to the one that the code was mailed to and ends the user's other sessions. EMAIL_TAKEN when
 * another user took it since.
 */
const changeEmail = procedure('own', { takenBack: 'again' })
  .input(changeEmailSchema)
  .handler(({ input, context }) => changeToEmail(context.session, input, context.cookies))

export const accountRouter = {
  current,
  ban,
  me,
  onboard,
  askEmailChange,
  changeEmail,
}
