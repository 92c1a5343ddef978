import type { ServerSlice } from '#kit/slice.server.ts'
import { cleanUpReminderMails, reminderJob } from './mail/reminder-job.server.ts'
import { reminderErrors } from './reminder.errors.server.ts'

/** What reminders contribute on the server. */
export const reminderSlice: ServerSlice = {
  errors: reminderErrors,
  jobs: [reminderJob],
  // Behind the loans, which forget their borrowers.
  cleanUps: [cleanUpReminderMails],
}
