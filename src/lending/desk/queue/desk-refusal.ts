import type { DeskNotice, NoticeCode } from '../desk-parts.schema.ts'
import type { DeskRefusal, ScanAnswer } from '../desk.schema.ts'

/** Notices that stop an act. */
const STOPS = new Set<NoticeCode>([
  ...(['limit', 'overdue', 'expired', 'held', 'blocked'] as const),
  ...(['reference', 'withdrawn', 'busy', 'renewals', 'hold_waits'] as const),
])

/** Notices in spite of which an admin may go on, and a helper may not. */
const FOR_ADMINS = new Set<NoticeCode>(['limit', 'expired', 'reference', 'renewals', 'hold_waits'])

/** Why a copy was not lent, that was refused or came back first; empty where nothing was in the way. */
const stopsOf = (result: ScanAnswer['result'], notices: readonly DeskNotice[]): DeskNotice[] =>
  result === 'refused' || result === 'returned' ? notices.filter(({ code }) => STOPS.has(code)) : []

/** Whether who is at the desk may go on in spite of these notices, or an admin may, or nobody. */
export function goOnOf(stops: readonly DeskNotice[]): DeskRefusal['goOn'] {
  const left = stops.filter(({ canGoOn }) => !canGoOn)
  if (left.length === 0) return 'yes'
  return left.every(({ code }) => FOR_ADMINS.has(code)) ? 'admin' : 'no'
}

/** Whether a refusal is of the same copy for the same borrower. */
const isOfSame = (one: DeskRefusal) => (other: DeskRefusal) =>
  other.number === one.number && other.borrower?.id === one.borrower?.id

/**
 * The open refusals: of the day as it was read last, and of the answers since then on this page. Without refusals that
 * are being dealt with.
 */
export function openRefusals(
  day: { notLent: readonly DeskRefusal[]; readAt: number },
  here: readonly DeskRefusal[],
  dealtWith: ReadonlySet<string>,
): DeskRefusal[] {
  const known = new Set(day.notLent.map(({ actId }) => actId))
  const since = here.filter(({ actId, at }) => !known.has(actId) && at.getTime() > day.readAt)
  const all = [...since, ...day.notLent].filter(({ actId }) => !dealtWith.has(actId))
  // Several refusals of a copy for a borrower count as one, the latest.
  return all.filter((one, at) => all.findIndex(isOfSame(one)) === at)
}

/** The refusal of an answer; undefined where nothing was refused. */
export function deskRefusalOf({ actId, book, copy, borrower, notices, result }: ScanAnswer): DeskRefusal | undefined {
  const stops = stopsOf(result, notices)
  if (stops.length === 0 || !book || !copy) return undefined
  const person = borrower && { id: borrower.id, name: borrower.name, card: borrower.card, group: borrower.group }
  const shown = {
    actId,
    at: new Date(),
    book,
    number: copy.number,
    borrower: person ?? null,
    corner: null,
    notices: stops,
  }
  return { ...shown, goOn: goOnOf(stops), dealtWith: null }
}

/** The scan that lends all the same what was refused. */
export const goingOn = ({ number, borrower, notices }: DeskRefusal) => ({
  code: number,
  mode: 'lend' as const,
  accepted: [...new Set(notices.map(({ code }) => code))],
  borrowerId: borrower?.id ?? null,
})
