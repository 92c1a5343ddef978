import type { ErrorRow } from '#base/errors/codes.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** The errors of reminders. */
export const reminderErrors = {
  REMINDERS_WAIT: {
    status: 409,
    message: m.error_REMINDERS_WAIT,
    when: 'no mail server is set, or the clock is not believed',
  },
} as const satisfies Record<string, ErrorRow>
type ReminderErrors = typeof reminderErrors

declare module '#base/errors/codes.server.ts' {
  interface FloorErrors extends ReminderErrors {}
}
