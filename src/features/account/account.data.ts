import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { changesSession } from '#rpc/session-middleware.ts'
import type * as z from 'zod/mini'
import { accountRouter } from './account.router.server.ts'
import type { askEmailChangeSchema, changeEmailSchema, onboardingSchema } from './account.schema.ts'

/** The signed-in user; null when signed out. */
export const getCurrentUser = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(accountRouter.current, undefined),
)

/** The ban that ended this browser's session; null for none. */
export const getBan = createServerFn({ method: 'GET' }).handler(() => callProcedure(accountRouter.ban, undefined))

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

/** The current user, or null. Every guard reads it; shell/session-watch.ts refetches it when it may have changed. */
export const currentUserQuery = queryOptions({
  queryKey: ['account', 'current'],
  queryFn: () => getCurrentUser(),
  staleTime: Number.POSITIVE_INFINITY,
})
