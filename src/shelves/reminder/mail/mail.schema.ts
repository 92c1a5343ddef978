import * as z from 'zod/mini'
import { lettersInputSchema } from '../reminder.schema.ts'

/** Why no reminder is sent by mail: a demo, no lending, no mail server, or a clock that is not believed. */
const mailObstacleSchema = z.enum(['demo', 'lending', 'server', 'clock'])
export type MailObstacle = z.infer<typeof mailObstacleSchema>

/** To whom of the list of letters mails go. */
export const mailsInputSchema = /* @__PURE__ */ z.pick(lettersInputSchema, { groupId: true, days: true })

/** A mail that did not arrive, or may not have. */
const failedMailSchema = z.object({
  id: z.uuid(),
  borrowerId: z.uuid(),
  name: z.string(),
  state: z.enum(['failed', 'unsure']),
  email: z.string(),
  problem: z.string(),
})
export type FailedMail = z.infer<typeof failedMailSchema>

/** What becomes of letters by mail. */
export const mailsSchema = z.object({
  obstacle: z.nullable(mailObstacleSchema),
  /** Borrowers of the list who get a mail. */
  ready: z.int(),
  /** Borrowers of the list without an address. */
  withoutAddress: z.int(),
  /** Borrowers of the list who had a mail today. */
  hadToday: z.int(),
  /** All mails that wait or are being sent. */
  waiting: z.int(),
  /** Those of them that can be stopped. */
  stoppable: z.int(),
  /** All mails that were sent today. */
  sentToday: z.int(),
  /** The last mails that did not arrive, of a week. */
  failed: z.array(failedMailSchema),
})
export type MailsState = z.infer<typeof mailsSchema>

/** How many mails were queued, or stopped. */
export const mailCountSchema = z.strictObject({ count: z.int() })

/** What the job that reminds would do. */
export const reminderJobSchema = z.object({
  obstacle: z.nullable(mailObstacleSchema),
  /** The day in the library. */
  today: z.iso.date(),
  /** Borrowers who get a mail today if it is switched on now. */
  first: z.int(),
  /** Borrowers with an address of whose late or lost books the job says nothing. */
  old: z.int(),
})
export type ReminderJob = z.infer<typeof reminderJobSchema>
