import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { findBan } from '#auth/session/ban-notice.server.ts'
import { banNoticeSchema } from '#auth/session/ban.schema.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { withActor } from '#db/actor.server.ts'
import { user } from '#db/tables/user.ts'
import { now } from '#lib/clock.ts'
import { noContentSchema } from '#rpc/no-content.schema.ts'
import { procedure, publicProcedure } from '#rpc/procedure.server.ts'
import { askEmailChangeSchema, changeEmailSchema, meSchema, onboardingSchema } from './account.schema.ts'
import { askForEmail, changeToEmail } from './change-email.server.ts'

const meOf = ({ user: me, isImpersonated }: CurrentSession) => ({ ...me, isImpersonated })

/** Who is signed in; null for a visitor. */
const current = publicProcedure
  .output(z.nullable(meSchema))
  .handler(({ context }) => (context.session ? meOf(context.session) : null))

/** Why a ban has ended the session of this browser; null where none has. */
const ban = publicProcedure
  .output(z.nullable(banNoticeSchema))
  .handler(({ context }) => (context.session ? null : findBan(context.cookies)))

/** Who is signed in; UNAUTHORIZED for a visitor. */
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

/** Sets the name and the time of onboarding, once; IMPERSONATING for a manager, whose visit it is not. */
const onboard = procedure('onboarding', { isMyself: true })
  .input(onboardingSchema)
  .handler(async ({ input, context }) => {
    await withActor(context.session.actor, (tx) =>
      tx
        .update(user)
        .set({ name: input.name, onboardedAt: now(), updatedAt: now() })
        .where(and(eq(user.id, context.session.user.id), isNull(user.onboardedAt))),
    )
  })

/** Mails a code to a new address. SESSION_EXPIRED unless proven in the last ten minutes. TOO_MANY_REQUESTS, MAIL_NOT_SENT. */
const askEmailChange = procedure('own')
  .input(askEmailChangeSchema)
  .handler(({ input, context }) => askForEmail(context.session, input.newEmail))

/** Changes my address to the one that the code went to; my other sessions end. EMAIL_TAKEN when somebody was faster. */
const changeEmail = procedure('own')
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
