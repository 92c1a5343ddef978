import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { run } from '#rpc/run.server.ts'
import type * as z from 'zod/mini'
import { accountRouter } from './account.router.server.ts'
import type { onboardingSchema } from './account.schema.ts'

export const getCurrentUser = createServerFn({ method: 'GET' }).handler(() => run(accountRouter.current, undefined))

export const onboard = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof onboardingSchema>) => input)
  .handler(({ data }) => run(accountRouter.onboard, data))

/** Who is signed in, or null. Every guard reads it; it is asked again after a minute and after signing in or out. */
export const currentUserQuery = queryOptions({
  queryKey: ['account', 'current'],
  queryFn: () => getCurrentUser(),
  staleTime: 60_000,
})
