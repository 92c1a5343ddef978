import type { Activity } from '#kit/activity/activity.schema.ts'
import { ActivityRowBulk } from '#kit/row-bulk/shared/activity-row-bulk.tsx'
import { borrowerBulkPage } from './shared/borrower-bulk-page.ts'

/** Below the entry of a bulk change of borrowers: takes it back, or shows what became of the borrowers. */
export const ActivityBorrowerBulk = ({ activity }: { activity: Activity }) => (
  <ActivityRowBulk page={borrowerBulkPage} activity={activity} />
)
