import type { PageSlice } from '#kit/slice.ts'
import { borrowerSelectionActions } from '#lending/borrower/borrower.slots.ts'

/** What merges of borrowers contribute to pages. */
export const borrowerMergePages: PageSlice = {
  parts: [
    borrowerSelectionActions.with(async () => ({ Part: (await import('./merge-borrowers.tsx')).MergeBorrowers })),
  ],
}
