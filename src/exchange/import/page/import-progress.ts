import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { stepProgress } from '#kit/batch/shared/batch-progress.ts'
import type { ImportListItem } from '../import.schema.ts'

type Progressing = Pick<
  ImportListItem,
  'state' | 'isLookingUp' | 'isUndoing' | 'processed' | 'rows' | 'created' | 'updated' | 'unchanged' | 'refused'
>

const STATES = {
  waiting: m.import_state_waiting,
  running: m.import_state_running,
  paused: m.import_state_paused,
  done: m.import_state_done,
  failed: m.import_state_failed,
  cancelled: m.import_state_cancelled,
  undone: m.import_state_undone,
}

/** The state of an import in a word. */
export function stateWord({
  state,
  isLookingUp,
  isUndoing,
}: Pick<Progressing, 'state' | 'isLookingUp' | 'isUndoing'>): string {
  if (state === 'running' && isLookingUp) return m.lookup_state()
  return state === 'running' && isUndoing ? m.import_state_undoing() : STATES[state]()
}

/** Whether an import has begun and not ended. */
export const isUnderWay = ({ state }: Pick<Progressing, 'state'>): boolean => state === 'running' || state === 'paused'

/** The progress of the current step. The total of an undo is the number of rows that were written. */
export function progressOf(item: Progressing): { done: number; total: number; share: number; text: string } {
  const { isLookingUp, isUndoing, processed, rows, created, updated, unchanged, refused } = item
  const total = isUndoing ? created + updated + unchanged + refused : rows
  const { words, ...progress } = stepProgress({ isUndoing, processed, total })
  const text = isLookingUp
    ? m.lookup_progress({ ...words, found: formatNumber(updated) })
    : m.import_progress_rows(words)
  return { ...progress, text }
}
