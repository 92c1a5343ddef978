import { createServerFn } from '@tanstack/react-start'
import { newId } from '#base/lib/id.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { deskRouter } from '../desk.router.server.ts'
import type { RenewInput } from '../desk.schema.ts'

/**
 * Renews a loan from another page than the desk, as an act that the feed of the day shows. Its id is made here: a second press
 * renews nothing, since the loan would not be due later.
 */
export const renewLoan = createServerFn({ method: 'POST' })
  .validator((input: Omit<RenewInput, 'actId'>) => input)
  .handler(({ data }) => callProcedure(deskRouter.renew, { ...data, actId: newId() }))
