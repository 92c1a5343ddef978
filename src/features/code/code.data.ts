import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { run } from '#rpc/run.server.ts'
import { changesSession } from '#rpc/session-middleware.ts'
import { codeRouter } from './code.router.server.ts'
import type { proveSchema } from './code.schema.ts'

/** Mails me a code by which I prove that it is me. */
export const askProof = createServerFn({ method: 'POST' }).handler(() => run(codeRouter.askProof, undefined))

/** Proves by that code that it is me. */
export const prove = createServerFn({ method: 'POST' })
  .middleware([changesSession])
  .validator((input: z.input<typeof proveSchema>) => input)
  .handler(({ data }) => run(codeRouter.prove, data))
