import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { changesSession } from '#base/rpc/session-middleware.ts'
import type * as z from 'zod/mini'
import { accountRouter } from './account.router.server.ts'
import type { askEmailChangeSchema, changeEmailSchema, onboardingSchema } from './account.schema.ts'

/** Saves the name of a new user. VALIDATION_ERROR at `name`; IMPERSONATING. */
export const onboard = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: z.input<typeof onboardingSchema>) => input)
  .handler(({ data }) => callProcedure(accountRouter.onboard, data))

/** Mails a code to a new address. SESSION_EXPIRED, TOO_MANY_REQUESTS, MAIL_NOT_SENT. */
export const sendEmailChangeCode = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof askEmailChangeSchema>) => input)
  .handler(({ data }) => callProcedure(accountRouter.askEmailChange, data))

/** Changes the user's address to the one that the code was mailed to, and ends their other sessions. EMAIL_TAKEN. */
export const changeEmail = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: z.input<typeof changeEmailSchema>) => input)
  .handler(({ data }) => callProcedure(accountRouter.changeEmail, data))
