import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { changesSession } from '#base/rpc/session-middleware.ts'
import { codeRouter } from './code.router.server.ts'
import type { reauthenticationSchema } from './code.schema.ts'

/** Mails a code to the user's own address, for `reauthenticate`. */
export const sendReauthenticationCode = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(codeRouter.sendCode, undefined),
)

/** Confirms the user's identity with that code. */
export const reauthenticate = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: z.input<typeof reauthenticationSchema>) => input)
  .handler(({ data }) => callProcedure(codeRouter.reauthenticate, data))
