import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { changesSession } from '#rpc/session-middleware.ts'
import type * as z from 'zod/mini'
import { accountRouter } from './account.router.server.ts'
import type { askEmailChangeSchema, changeEmailSchema, onboardingSchema } from './account.schema.ts'

export const getCurrentUser = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(accountRouter.current, undefined),
)

/** Why a ban has ended the session of this browser; null where none has. */
export const getBan = createServerFn({ method: 'GET' }).handler(() => callProcedure(accountRouter.ban, undefined))

export const onboard = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: z.input<typeof onboardingSchema>) => input)
  .handler(({ data }) => callProcedure(accountRouter.onboard, data))

export const sendEmailChangeCode = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof askEmailChangeSchema>) => input)
  .handler(({ data }) => callProcedure(accountRouter.askEmailChange, data))

export const changeEmail = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: z.input<typeof changeEmailSchema>) => input)
  .handler(({ data }) => callProcedure(accountRouter.changeEmail, data))

/** Who is signed in, or null. Every guard reads it; the page asks again when it may have changed (shell/session-watch). */
export const currentUserQuery = queryOptions({
  queryKey: ['account', 'current'],
  queryFn: () => getCurrentUser(),
  staleTime: Number.POSITIVE_INFINITY,
})
