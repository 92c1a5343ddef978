import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { changesSession } from '#rpc/session-middleware.ts'
import { codeRouter } from './code.router.server.ts'
import type { reauthenticationSchema } from './code.schema.ts'

/** Mails me a code by which I prove that it is me. */
export const sendReauthenticationCode = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(codeRouter.askProof, undefined),
)

/** Proves by that code that it is me. */
export const reauthenticate = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: z.input<typeof reauthenticationSchema>) => input)
  .handler(({ data }) => callProcedure(codeRouter.prove, data))
