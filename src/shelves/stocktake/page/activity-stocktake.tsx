import type { Activity } from '#kit/activity/activity.schema.ts'
import { FixLine } from './fix-line.tsx'

/** Below the entry of a press of a stock-taking: what it has put right, and its undo. */
export function ActivityStocktake({ activity: { action, bulk, subject } }: { activity: Activity }) {
  return bulk === 'undo' && action === 'copy.stocktake' && <FixLine id={subject.id} />
}
