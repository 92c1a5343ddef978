import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { reminderRouter } from './reminder.router.server.ts'
import type { lettersInputSchema } from './reminder.schema.ts'

type LettersParams = z.input<typeof lettersInputSchema>

const getLetters = createServerFn({ method: 'GET' })
  .validator((input: LettersParams) => input)
  .handler(({ data }) => callProcedure(reminderRouter.letters, data))

/** Notes that letters about loans were printed; returns the moment. */
export const notePrintedLetters = createServerFn({ method: 'POST' })
  .validator((input: { loanIds: string[] }) => input)
  .handler(({ data }) => callProcedure(reminderRouter.printed, data))

/** Takes it back that letters were printed at a moment. */
export const forgetPrintedLetters = createServerFn({ method: 'POST' })
  .validator((input: { at: string }) => input)
  .handler(({ data }) => callProcedure(reminderRouter.notPrinted, data))

const listSentReminders = createServerFn({ method: 'GET' })
  .validator((input: { borrowerId: string }) => input)
  .handler(({ data }) => callProcedure(reminderRouter.ofBorrower, data))

/** What a borrower was reminded of. */
export const sentRemindersQuery = (borrowerId: string) =>
  queryOptions({
    queryKey: ['borrower', 'reminders', borrowerId],
    queryFn: () => listSentReminders({ data: { borrowerId } }),
  })

/** Slips and letters. Read anew when the desk has done something. */
export const lettersQuery = (params: LettersParams) =>
  queryOptions({
    queryKey: ['desk', 'letters', params],
    queryFn: () => getLetters({ data: params }),
    placeholderData: keepPreviousData,
  })
