import { eq } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import type { ActUndo } from '#base/db/tables/loan.ts'
import type { selfServiceCorner } from '#base/db/tables/self-service-corner.ts'
import { now } from '#base/lib/clock.ts'
import type { ActRecord } from '#lending/desk/shared/act-once.server.ts'
import type { ScanAnswer } from '#lending/desk/desk.schema.ts'
import type { DeskCopy, DeskNotice } from '#lending/desk/desk-parts.schema.ts'
import { dealWithRefusalsOf, keepRefusal } from '#lending/desk/shared/desk-refusals.server.ts'
import {
  deskBook,
  deskBorrower,
  deskLoan,
  findPerson,
  lockBorrower,
  type Rules,
} from '#lending/desk/shared/desk-views.server.ts'
import {
  asideNotices,
  endLoan,
  lendCopy,
  notice,
  openLoanOf,
  refusals,
  returnedSetOf,
  type AtDesk,
  type LoanRow,
} from '#lending/desk/shared/lend-copy.server.ts'

/** What a scan at a corner came to, as the desk keeps it of its own scans; the device gets `cornerAnswer` of it. */
export interface CornerDone {
  answer: Omit<ScanAnswer, 'actId'>
  record: ActRecord
}

interface CopyScan {
  /** The id under which the act is kept. */
  actId: string
  item: DeskCopy
  /** The borrower whose turn it is. */
  rules: Rules | undefined
  corner: typeof selfServiceCorner.$inferSelect
  /** In whose name it is lent: who opened the corner. */
  by: AtDesk
}

/**
 * Lends a copy to whose turn it is, or takes it back. What needs a person is refused and kept for the desk: a copy that is lent to somebody
 * else or marked lost, and all for which the desk would have to press a key. Without a card it only takes back, where the library allows.
 */
export async function scanCopyAtCorner(tx: Transaction, scan: CopyScan): Promise<CornerDone> {
  const { item, rules, corner } = scan
  const open = await openLoanOf(tx, item.id)
  if (item.condition === 'lost') return refuse(tx, scan, [notice('lost')])
  if (open) {
    if (rules ? open.borrowerId === rules.id : corner.returnsWithoutCard) return takeBack(tx, scan, open)
    if (!rules) return wait(tx, scan)
    return refuse(tx, scan, [notice('on_loan', { person: (await findPerson(tx, open.borrowerId)) ?? null })])
  }
  if (!rules) return wait(tx, scan)
  await lockBorrower(tx, rules.id)
  const stops = await refusals(tx, item, rules)
  return stops.length > 0 ? refuse(tx, scan, stops) : lend(tx, scan, rules)
}

/** The copy waits for a card. */
const wait = async (tx: Transaction, { item }: CopyScan): Promise<CornerDone> => ({
  answer: { result: 'waiting', book: await deskBook(tx, item.bookId), copy: item, notices: [] },
  record: { copyId: item.id },
})

async function refuse(tx: Transaction, scan: CopyScan, reasons: DeskNotice[]): Promise<CornerDone> {
  const { actId, item, rules, corner, by } = scan
  await keepRefusal(tx, by, {
    actId,
    code: item.number,
    copyId: item.id,
    borrowerId: rules?.id ?? null,
    cornerId: corner.id,
    reasons,
  })
  const shown = { book: await deskBook(tx, item.bookId), copy: item }
  return {
    answer: { result: 'refused', ...shown, notices: reasons },
    record: { copyId: item.id, ...(rules && { borrowerId: rules.id }) },
  }
}

async function lend(tx: Transaction, scan: CopyScan, rules: Rules): Promise<CornerDone> {
  const { actId, item, by } = scan
  const undo: ActUndo = {}
  const { made, notices } = await lendCopy(tx, by, { actId, item, rules, undo })
  return done(tx, scan, { answer: { result: 'lent', loan: deskLoan(made), notices }, undo })
}

async function takeBack(tx: Transaction, scan: CopyScan, open: LoanRow): Promise<CornerDone> {
  const { item, by } = scan
  const undo: ActUndo = {}
  const { ended, notices } = await endLoan(tx, by, open, undo)
  const returnedFrom = await findPerson(tx, open.borrowerId)
  const returnedSet = await returnedSetOf(tx, open)
  const aside = await asideNotices(tx, item, undo)
  return done(tx, scan, {
    answer: {
      result: 'returned',
      loan: deskLoan(ended),
      ...(returnedFrom && { returnedFrom }),
      ...(returnedSet && { returnedSet }),
      notices: [...notices, ...aside],
    },
    undo,
    formerBorrowerId: open.borrowerId,
  })
}

/** Keeps what was done as the desk keeps its acts, so that the desk sees it and can take it back. */
async function done(
  tx: Transaction,
  { item, rules, by }: CopyScan,
  {
    answer,
    undo,
    formerBorrowerId = null,
  }: Pick<CornerDone, 'answer'> & { undo: ActUndo; formerBorrowerId?: string | null },
): Promise<CornerDone> {
  await tx.update(copy).set({ lastSeenAt: now() }).where(eq(copy.id, item.id))
  const dealtWith = await dealWithRefusalsOf(tx, by, item.id)
  const shown = { book: await deskBook(tx, item.bookId), copy: item }
  return {
    answer: { ...answer, ...shown, ...(rules && { borrower: await deskBorrower(tx, rules) }) },
    record: {
      copyId: item.id,
      isChange: true,
      undo: { ...undo, ...(dealtWith.length > 0 && { dealtWith }) },
      formerBorrowerId,
      ...(rules && { borrowerId: rules.id }),
    },
  }
}
