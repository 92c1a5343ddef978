import { createServerFn } from '@tanstack/react-start'
import { signInCardRouter } from './sign-in-card.router.server.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'

/** The card that has opened this session; null where something else has. */
export const getCardOfSession = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(signInCardRouter.ofSession, undefined),
)
