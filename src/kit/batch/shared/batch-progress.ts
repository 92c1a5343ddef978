import { formatNumber } from '#base/i18n/format.ts'
import { canMove, type BatchMoveName, type BatchState } from '#base/lib/batch-states.ts'

/** What pages know of the state of an import or bulk change. */
interface ShownBatch {
  state: BatchState
  isLookingUp?: boolean
  isUndoing: boolean
}

/** Whether the state of a batch allows a move. */
export const allowsMove = ({ state, isLookingUp, isUndoing }: ShownBatch, name: BatchMoveName): boolean =>
  canMove({ state, step: isLookingUp ? 'collect' : isUndoing ? 'undo' : 'write' }, name)

/** How far the current step is, in numbers and for a sentence. An undo counts `processed` down to 0. */
export function stepProgress({
  isUndoing,
  processed,
  total,
}: Pick<ShownBatch, 'isUndoing'> & { processed: number; total: number }) {
  const done = isUndoing ? total - processed : processed
  const words = { done: formatNumber(done), total: formatNumber(total) }
  return { done, total, share: total === 0 ? 1 : done / total, words }
}
