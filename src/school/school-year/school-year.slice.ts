import { activityBulkActions } from '#kit/activity/activity.slots.ts'
import type { PageSlice } from '#kit/slice.ts'
import { borrowerActions, borrowerLinks } from '#lending/borrower/borrower.slots.ts'

const parts = () => import('./school-year-parts.ts')

/** What a school's year contributes to pages. */
export const schoolYearPages: PageSlice = {
  parts: [
    activityBulkActions.with(async () => ({ Part: (await parts()).ActivitySchoolYear })),
    borrowerLinks.with(async () => ({ Part: (await parts()).SchoolYearLink })),
    borrowerActions.with(async () => ({ Part: (await parts()).CertificateLink })),
  ],
}
