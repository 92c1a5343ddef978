import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { reminderRouter } from '../reminder.router.server.ts'
import type { mailsInputSchema } from './mail.schema.ts'

type MailsParams = z.input<typeof mailsInputSchema>

const getMails = createServerFn({ method: 'GET' })
  .validator((input: MailsParams) => input)
  .handler(({ data }) => callProcedure(reminderRouter.mails, data))

/** Sends letters by mail, in the background; returns how many. Throws REMINDERS_WAIT. */
export const sendLetterMails = createServerFn({ method: 'POST' })
  .validator((input: MailsParams) => input)
  .handler(({ data }) => callProcedure(reminderRouter.send, data))

/** Stops the mails that still wait. */
export const stopLetterMails = createServerFn({ method: 'POST' }).handler(() =>
  callProcedure(reminderRouter.stop, undefined),
)

const getReminderJob = createServerFn({ method: 'GET' }).handler(() => callProcedure(reminderRouter.job, undefined))

/** Milliseconds until mails that wait are looked at again. */
const POLL = 3000

/** To whom letters go by mail, and what became of the mails: read again as long as some wait. */
export const letterMailsQuery = ({ groupId, days }: MailsParams) =>
  queryOptions({
    queryKey: ['desk', 'letter-mails', groupId, days],
    queryFn: () => getMails({ data: { groupId, days } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? POLL : false),
  })

/** What the job that reminds would do. */
export const reminderJobQuery = queryOptions({
  queryKey: ['settings', 'reminder-job'],
  queryFn: () => getReminderJob(),
})
