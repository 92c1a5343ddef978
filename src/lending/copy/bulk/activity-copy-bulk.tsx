import type { Activity } from '#kit/activity/activity.schema.ts'
import { ActivityRowBulk } from '#kit/row-bulk/shared/activity-row-bulk.tsx'
import { copyBulkPage } from '../shared/copy-bulk-page.ts'

/** Below the entry of a bulk change of copies: takes it back, or shows what became of the copies. */
export const ActivityCopyBulk = ({ activity }: { activity: Activity }) => (
  <ActivityRowBulk page={copyBulkPage} activity={activity} />
)
