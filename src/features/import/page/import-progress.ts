import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { ImportListItem } from '../import.schema.ts'

type Progressing = Pick<
  ImportListItem,
  'state' | 'isUndoing' | 'processed' | 'rows' | 'created' | 'updated' | 'unchanged' | 'refused'
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
export const stateWord = ({ state, isUndoing }: Pick<Progressing, 'state' | 'isUndoing'>): string =>
  isUndoing && state === 'running' ? m.import_state_undoing() : STATES[state]()

/** It has begun and not ended. */
export const isUnderWay = ({ state }: Pick<Progressing, 'state'>): boolean => state === 'running' || state === 'paused'

/** The progress of the current step. The total of an undo is the number of rows that were written. */
export function progressOf(item: Progressing): { done: number; total: number; share: number; text: string } {
  const { isUndoing, processed, rows, created, updated, unchanged, refused } = item
  const total = isUndoing ? created + updated + unchanged + refused : rows
  const done = isUndoing ? total - processed : processed
  const text = m.import_progress_rows({ done: formatNumber(done), total: formatNumber(total) })
  return { done, total, share: total === 0 ? 1 : done / total, text }
}
