import { activityBulkActions } from '#kit/activity/activity.slots.ts'
import type { PageSlice } from '#kit/slice.ts'
import { borrowerSelectionActions } from '#lending/borrower/borrower.slots.ts'

/** What accounts for a class contribute to pages: the way there from the selected borrowers, and the undo in the activity. */
export const classAccountPages: PageSlice = {
  parts: [
    activityBulkActions.with(async () => ({ Part: (await import('./activity-accounts.tsx')).ActivityAccounts })),
    borrowerSelectionActions.with(async () => ({
      Part: (await import('./accounts-of-selected.tsx')).AccountsOfSelected,
    })),
  ],
}
