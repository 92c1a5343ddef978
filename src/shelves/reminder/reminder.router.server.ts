import * as z from 'zod/mini'
import { createError } from '#base/errors/create-error.server.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { mailObstacle } from './mail/mail-obstacle.server.ts'
import { mailsState, reminderJobState } from './mail/mail-state.server.ts'
import { mailCountSchema, mailsInputSchema, mailsSchema, reminderJobSchema } from './mail/mail.schema.ts'
import { queueLateMails } from './mail/queue-mails.server.ts'
import { reminderJob } from './mail/reminder-job.server.ts'
import { stopWaitingMails } from './mail/send-mails.server.ts'
import { writeLetters } from './letters.server.ts'
import { forgetPrinted, notePrinted, remindersOf } from './sent-reminders.server.ts'
import { sentRemindersSchema } from './sent-reminder.schema.ts'
import { lettersInputSchema, lettersSchema, printedInputSchema, printedSchema } from './reminder.schema.ts'

/** Slips and letters to who has late or lost books. */
const letters = procedure('loan:read')
  .input(lettersInputSchema)
  .output(lettersSchema)
  .handler(({ input }) => writeLetters(input))

/** Notes that letters about loans were printed. */
const printed = procedure('loan:update', { takenBack: 'undo' })
  .input(printedInputSchema)
  .output(printedSchema)
  .handler(async ({ input }) => ({ at: await notePrinted(input.loanIds) }))

/** Takes it back that letters were printed at a moment. */
const notPrinted = procedure('loan:update', { takenBack: 'again' })
  .input(printedSchema)
  .output(z.void())
  .handler(({ input }) => forgetPrinted(input.at))

/** What a borrower was reminded of, the latest first. */
const ofBorrower = procedure('loan:read')
  .input(z.strictObject({ borrowerId: z.uuid() }))
  .output(sentRemindersSchema)
  .handler(({ input }) => remindersOf(input.borrowerId))

/** To whom letters go by mail, and what became of the mails. */
const mails = procedure('loan:read')
  .input(mailsInputSchema)
  .output(mailsSchema)
  .handler(({ input }) => mailsState(input))

/** Sends the letters of those who have an address by mail, in the background. Throws REMINDERS_WAIT. */
const send = procedure('loan:update', { takenBack: 'nothing' })
  .input(mailsInputSchema)
  .output(mailCountSchema)
  .handler(async ({ input }) => {
    if ((await mailObstacle()) !== null) throw createError('REMINDERS_WAIT')
    const count = await queueLateMails(input, getLocale())
    reminderJob.wake()
    return { count }
  })

/** Stops the mails that managers have sent and that still wait. */
const stop = procedure('loan:update', { takenBack: 'again' })
  .output(mailCountSchema)
  .handler(async () => ({ count: await stopWaitingMails() }))

/** What the job that reminds would do. */
const job = procedure('settings:update', { takenBack: 'nothing', isLending: true })
  .output(reminderJobSchema)
  .handler(() => reminderJobState())

/** The procedures of letters and reminders. */
export const reminderRouter = { letters, printed, notPrinted, ofBorrower, mails, send, stop, job }
