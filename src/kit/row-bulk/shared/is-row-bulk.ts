import type { RowBulk } from './row-bulk.schema.ts'

const KINDS: readonly RowBulk['kind'][] = ['set', 'delete', 'add']

/** Whether an entry of the activity is about a bulk change of a noun. Other acts on many of its rows, such as a year end, are not. */
export const isRowBulk = (noun: string, action: string): boolean =>
  action === `${noun}.undo-bulk` || KINDS.some((kind) => action === `${noun}.bulk-${kind}`)
