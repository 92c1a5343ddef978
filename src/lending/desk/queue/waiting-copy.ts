import type { ScanAnswer, ScanInput } from '../desk.schema.ts'
import type { StoredQueue } from './desk-queue.ts'

/** Results of scans that lend or return a copy. */
export const CHANGES: ReadonlySet<ScanAnswer['result']> = new Set(['lent', 'returned', 'returned_and_lent'])

/**
 * The copy that waits for a card after a scan. One that waited and got none is listed, since it may have left with somebody: before
 * the next copy, or where nothing is lent at present. One that was lent, came back
 * or is listed as refused is listed here no longer.
 */
export function afterScan(
  { waitingCopy: former, notDone }: Pick<StoredQueue, 'waitingCopy' | 'notDone'>,
  { actId, code }: ScanInput,
  { result, copy }: ScanAnswer,
  mode: ScanInput['mode'],
): Pick<StoredQueue, 'waitingCopy' | 'notDone'> {
  // The copy's number, not the code: that may be what a scanner's keys become on another keyboard layout.
  const waitingCopy = result === 'waiting' ? (copy?.number ?? code) : result === 'choose' ? former : undefined
  const isTold = CHANGES.has(result) || result === 'refused'
  const left = isTold ? notDone.filter((one) => one.code !== code && one.code !== copy?.number) : notDone
  const isLent = result === 'borrower' && mode !== 'return'
  const isLeft = former !== undefined && former !== code && former !== copy?.number && !isLent && result !== 'choose'
  return { waitingCopy, notDone: isLeft ? [...left, { actId, code: former }] : left }
}
