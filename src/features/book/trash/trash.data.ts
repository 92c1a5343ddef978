import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { bookTrashRouter } from './trash.router.server.ts'
import type { trashIdsSchema } from './trash.schema.ts'

/** Restores books from the trash. */
export const restoreFromTrash = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashIdsSchema>) => input)
  .handler(({ data }) => callProcedure(bookTrashRouter.restore, data))
