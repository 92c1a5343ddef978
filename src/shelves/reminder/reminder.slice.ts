import type { PageSlice } from '#kit/slice.ts'
import { settingPanels } from '#kit/library-settings/library-settings.slots.ts'
import { borrowerPanels } from '#lending/borrower/borrower.slots.ts'
import { overdueActions } from '#lending/loan/overdue/overdue.slots.ts'

/** What letters and reminders contribute to pages. */
export const reminderPages: PageSlice = {
  parts: [
    overdueActions.with(async () => ({ Part: (await import('./page/letters-link.tsx')).LettersLink })),
    borrowerPanels.with(async () => {
      const { BorrowerReminders, loadBorrowerReminders } = await import('./borrower-reminders.tsx')
      return { Part: BorrowerReminders, load: loadBorrowerReminders }
    }),
    settingPanels.with(async () => {
      const { ReminderPanel, loadReminderPanel } = await import('./mail/reminder-panel.tsx')
      return { Part: ReminderPanel, load: loadReminderPanel }
    }),
  ],
}
