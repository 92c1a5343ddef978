import { and, eq, isNull } from 'drizzle-orm'
import { withActor } from '#base/db/actor.server.ts'
import { user } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { askEmailChangeSchema, changeEmailSchema, onboardingSchema } from './account.schema.ts'
import { askForEmail, changeToEmail } from './change-email.server.ts'

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
  onboard,
  askEmailChange,
  changeEmail,
}
