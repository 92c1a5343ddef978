import { activityBulkActions } from '#kit/activity/activity.slots.ts'
import type { PageSlice } from '#kit/slice.ts'
import { borrowerSelections } from '#lending/borrower/borrower.slots.ts'

/** What changes of many borrowers contribute to pages. */
export const borrowerBulkPages: PageSlice = {
  parts: [
    activityBulkActions.with(async () => ({
      Part: (await import('./activity-borrower-bulk.tsx')).ActivityBorrowerBulk,
    })),
    borrowerSelections.with(async () => ({ Part: (await import('./borrower-bulk-bar.tsx')).BorrowerBulkBar })),
  ],
}
