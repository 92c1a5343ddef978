import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import type { userIdSchema } from '#base/auth/user-id.schema.ts'
import { signInCardRouter } from './sign-in-card.router.server.ts'
import type { newCardSchema } from './sign-in-card.schema.ts'

const getSignInCard = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof userIdSchema>) => input)
  .handler(({ data }) => callProcedure(signInCardRouter.get, data))

/** The last card of a user; null for none. */
export const signInCardQuery = (id: string) =>
  queryOptions({ queryKey: ['user', 'sign-in card', id], queryFn: () => getSignInCard({ data: { id } }) })

/** Gives a user a card. CARDS_OFF, CARD_FOR_BANNED, SESSION_EXPIRED, IMPERSONATING. */
export const giveSignInCard = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof newCardSchema>) => input)
  .handler(({ data }) => callProcedure(signInCardRouter.give, data))

/** Revokes the card of a user. IMPERSONATING. */
export const revokeSignInCard = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof userIdSchema>) => input)
  .handler(({ data }) => callProcedure(signInCardRouter.revoke, data))
