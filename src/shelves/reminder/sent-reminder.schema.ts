import * as z from 'zod/mini'

/** What became of a mail. */
const sentMailSchema = z.object({
  state: z.enum(['waiting', 'sent', 'failed', 'unsure']),
  /** The address that it went to; empty while it waits for the first time. */
  email: z.string(),
  /** What the mail server has answered, where it did not take the mail. */
  problem: z.string(),
})
export type SentMail = z.infer<typeof sentMailSchema>

/** A reminder that a borrower got, by mail or on paper, with the titles of the books that it was about. */
const sentReminderSchema = z.object({
  at: z.date(),
  kind: z.enum(['before', 'due', 'late']),
  way: z.enum(['mail', 'paper']),
  titles: z.array(z.string()),
  /** Null on paper, and for a mail of which nothing else is known any more. */
  mail: z.nullable(sentMailSchema),
})

/** Reminders of a borrower, the latest first. */
export const sentRemindersSchema = z.array(sentReminderSchema)
export type SentReminder = z.infer<typeof sentReminderSchema>
