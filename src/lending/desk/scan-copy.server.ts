import { and, between, desc, eq, or } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { deskAct, type ActUndo } from '#base/db/tables/loan.ts'
import { now } from '#base/lib/clock.ts'
import { STUTTER, type ActRecord } from './shared/act-once.server.ts'
import type { DeskCopy, DeskNotice } from './desk-parts.schema.ts'
import { dealWithRefusalsOf, forHelper, wasDealtWith, keepRefusal } from './shared/desk-refusals.server.ts'
import type { ScanAnswer, ScanInput } from './desk.schema.ts'
import { deskBook, deskLoan, findPerson, lockBorrower, type Rules } from './shared/desk-views.server.ts'
import {
  asideNotices,
  endLoan,
  lendCopy,
  noteSeen,
  notice,
  openLoanOf,
  refusals,
  returnedSetOf,
  type LoanRow,
} from './shared/lend-copy.server.ts'

/** A scan with what it is about. */
export interface Scan {
  tx: Transaction
  session: CurrentSession
  input: ScanInput
  /** The open borrower, if still there. */
  rules: Rules | undefined
}
/** What a scan came to. */
export interface Done {
  answer: Omit<ScanAnswer, 'actId'>
  record?: ActRecord
  /** Why a copy was not lent to the open borrower. */
  stops?: DeskNotice[]
}

/** Lends or returns a copy that was scanned, or says why not. */
export async function scanCopy(scan: Scan, item: DeskCopy): Promise<Done> {
  const { tx, session, input, rules } = scan
  const shown = { book: await deskBook(tx, item.bookId), copy: item }
  const open = await openLoanOf(tx, item.id)
  const accepted = new Set(input.accepted)
  const isLate = input.refusal !== undefined && (await wasDealtWith(tx, item.id, rules?.id ?? null))
  if (isLate || (accepted.size === 0 && (await isStutter(scan, item.id)))) {
    const answer = { result: 'repeated' as const, ...shown, ...(open && { loan: deskLoan(open) }), notices: [] }
    return { answer, record: { copyId: item.id } }
  }
  // Another desk has just lent the copy.
  if (open && open.lentBy !== session.user.id && isJustNow(open.lentAt) && !accepted.has('busy')) {
    const person = (await findPerson(tx, open.borrowerId)) ?? null
    const stops = [notice('busy', { canGoOn: true, person })]
    await refuse(scan, item, stops)
    return { answer: { result: 'refused', ...shown, notices: stops }, record: { copyId: item.id } }
  }
  const undo: ActUndo = {}
  const notices = await noteSeen(tx, session, item, undo)
  const isToLend = input.mode !== 'return' && rules !== undefined && open?.borrowerId !== rules.id
  const done = open
    ? await returnCopy(scan, { item, open, undo, isToLend })
    : await shelvedCopy(scan, { item, undo, isToLend })
  const isChange = Object.keys(undo).length > 0
  if (undo.lent !== undefined || undo.returned !== undefined) {
    const dealtWith = await dealWithRefusalsOf(tx, session, item.id)
    if (dealtWith.length > 0) undo.dealtWith = dealtWith
  }
  if (done.stops) await refuse(scan, item, done.stops)
  // Who owed a lost copy that is back.
  const owed = notices.find(({ code, person }) => code === 'found' && person !== null)?.person
  return {
    answer: {
      ...(owed && done.answer.result === 'returned' && { returnedFrom: owed }),
      ...done.answer,
      ...shown,
      notices: forHelper(session, [...notices, ...done.answer.notices]),
    },
    record: { ...done.record, copyId: item.id, isChange, undo },
  }
}

const refuse = ({ tx, session, input, rules }: Scan, item: DeskCopy, reasons: DeskNotice[]): Promise<void> =>
  keepRefusal(tx, session, {
    actId: input.actId,
    code: item.number,
    copyId: item.id,
    borrowerId: rules?.id ?? null,
    reasons,
  })

interface CopyScan {
  item: DeskCopy
  undo: ActUndo
  isToLend: boolean
}

/**
 * Ends the loan of a copy, and puts it aside for who waits. If another borrower had it, it is then lent to the open one, as
 * one that is on the shelf.
 */
async function returnCopy(scan: Scan, { item, open, undo, isToLend }: CopyScan & { open: LoanRow }): Promise<Done> {
  const { tx, session } = scan
  const { ended, notices } = await endLoan(tx, session, open, undo)
  const returnedFrom = await findPerson(tx, open.borrowerId)
  const returnedSet = await returnedSetOf(tx, open)
  const from = { ...(returnedFrom && { returnedFrom }), ...(returnedSet && { returnedSet }) }
  const record = { formerBorrowerId: open.borrowerId }
  const aside = await asideNotices(tx, item, undo)
  const lent = isToLend ? await lendIfAllowed(scan, item, undo) : undefined
  if (lent?.made)
    return {
      answer: {
        result: 'returned_and_lent',
        ...from,
        loan: deskLoan(lent.made),
        notices: [...notices, ...lent.notices],
      },
      record,
    }
  const stops = lent?.notices ?? []
  // For whom the copy is put aside is told once: by `held`, which stops the lending, instead of `put_aside`.
  const isSaid = stops.some(({ code }) => code === 'held')
  return {
    answer: {
      result: 'returned',
      ...from,
      loan: deskLoan(ended),
      notices: [...notices, ...(isSaid ? [] : aside), ...stops],
    },
    record,
    ...(stops.length > 0 && { stops }),
  }
}

/** A copy that is not on loan is lent, waits for a card, or is back: in a return, or where it was lost. */
async function shelvedCopy(scan: Scan, { item, undo, isToLend }: CopyScan): Promise<Done> {
  const { tx, input } = scan
  if (isToLend) {
    const { made, notices } = await lendIfAllowed(scan, item, undo)
    if (made) return { answer: { result: 'lent', loan: deskLoan(made), notices } }
    return { answer: { result: 'refused', notices }, stops: notices }
  }
  // A lost copy that is found has come back: an act of its own, which can be taken back.
  const isFound = undo.condition !== undefined
  if (input.mode !== 'return' && !isFound) return { answer: { result: 'waiting', notices: [] } }
  const aside = await asideNotices(tx, item, undo)
  return { answer: { result: 'returned', notices: [...(isFound ? [] : [notice('no_loan')]), ...aside] } }
}

/** Lends a copy to the open borrower, unless something is in the way that was not accepted. */
async function lendIfAllowed(
  { tx, session, input, rules }: Scan,
  item: DeskCopy,
  undo: ActUndo,
): Promise<{ made?: LoanRow; notices: DeskNotice[] }> {
  if (!rules) return { notices: [] }
  await lockBorrower(tx, rules.id)
  const accepted = new Set(input.accepted)
  const stops = await refusals(tx, item, rules)
  // A helper cannot go on in spite of some notices, whatever the request has accepted.
  if (forHelper(session, stops).some(({ code, canGoOn }) => !canGoOn || !accepted.has(code))) return { notices: stops }
  return lendCopy(tx, session, { actId: input.actId, item, rules, undo })
}

/**
 * Whether the same number was scanned a moment ago for the same borrower at this desk, and then did something or was a
 * stutter itself: a copy may lie under its scanner. Also if that act was taken back.
 */
async function isStutter({ tx, session, rules }: Scan, copyId: string): Promise<boolean> {
  const at = now().getTime()
  const [last] = await tx
    .select({ userId: deskAct.userId, borrowerId: deskAct.borrowerId })
    .from(deskAct)
    .where(
      and(
        eq(deskAct.copyId, copyId),
        or(eq(deskAct.isChange, true), eq(deskAct.result, 'repeated')),
        between(deskAct.at, new Date(at - STUTTER), new Date(at + STUTTER)),
      ),
    )
    .orderBy(desc(deskAct.at))
    .limit(1)
  return last?.userId === session.user.id && last.borrowerId === (rules?.id ?? null)
}

/** Before or after now, since the clock may have been set back. */
const isJustNow = (at: Date): boolean => Math.abs(now().getTime() - at.getTime()) <= STUTTER
