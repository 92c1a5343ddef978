import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { mailServerRouter } from './mail-server.router.server.ts'
import type { MailServerInput } from './mail-server.schema.ts'

/** Changes where mails go, once a mail to the own address went that way. Returns the id by which it is taken back. */
export const saveMailServer = createServerFn({ method: 'POST' })
  .validator((input: MailServerInput) => input)
  .handler(({ data }) => callProcedure(mailServerRouter.change, data))

/** Sends no more mails. Returns the id by which that is taken back. */
export const removeMailServer = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(mailServerRouter.remove, undefined),
)
