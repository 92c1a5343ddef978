import { and, desc, eq, gte, isNull, lte } from 'drizzle-orm'
import type { CurrentSession } from '#auth/session/session.server.ts'
import type { Transaction } from '#db/actor.server.ts'
import { deskAct, type ActUndo } from '#db/tables/loan.ts'
import { now } from '#lib/clock.ts'
import { actOnce, type ActRecord } from './act-once.server.ts'
import type { DeskCopy, DeskNotice } from './desk-parts.schema.ts'
import { scanAnswerSchema, type ScanAnswer, type ScanInput } from './desk.schema.ts'
import { findByCard, findByIsbn, findByName, findCopyByNumber } from './desk-find.server.ts'
import {
  deskBook,
  deskBorrower,
  deskLoan,
  findPerson,
  findRules,
  lockBorrower,
  type Rules,
} from './desk-views.server.ts'
import {
  endLoan,
  lendCopy,
  noteSeen,
  notice,
  openLoanOf,
  asideNotices,
  refusals,
  type LoanRow,
} from './lend-copy.server.ts'
import { readCode } from './read-code.ts'

/** Milliseconds within which the same number again is the scanner's stutter, and not meant. */
const STUTTER = 3000

interface Scan {
  tx: Transaction
  session: CurrentSession
  input: ScanInput
  /** The open borrower, if still there. */
  rules: Rules | undefined
}
interface Done {
  answer: Omit<ScanAnswer, 'actId'>
  record?: ActRecord
}

/** Does what a scan at the desk means, by the table of docs/lending.md. */
export const scanAtDesk = (session: CurrentSession, input: ScanInput): Promise<ScanAnswer> =>
  actOnce(session, {
    input,
    read: (answer) => scanAnswerSchema.parse(answer),
    run: async (tx) => {
      const rules = input.borrowerId === undefined ? undefined : await findRules(tx, input.borrowerId)
      const { answer, record = {} } = await scanCode({ tx, session, input, rules })
      // A borrower whom the act has changed is read again.
      const open = answer.result === 'borrower' ? undefined : rules
      return {
        answer: { actId: input.actId, ...answer, ...(open && { borrower: await deskBorrower(tx, open) }) },
        record: { ...(rules && { borrowerId: rules.id }), ...record, result: answer.result },
      }
    },
  })

async function scanCode(scan: Scan): Promise<Done> {
  const { tx, input } = scan
  const { number, isbn, name } = readCode(input.code)
  if (number !== undefined) {
    const item = await findCopyByNumber(tx, number)
    if (item) return scanCopy(scan, item)
    const person = await findByCard(tx, number)
    if (person) return openBorrower(tx, person.id)
  }
  if (isbn !== undefined) return scanIsbn(scan, isbn)
  if (name === undefined) return unknown
  const people = await findByName(tx, name)
  const [only] = people
  if (!only) return unknown
  if (people.length === 1) return openBorrower(tx, only.id)
  const choices = people.map((person) => ({ code: person.card, person, copy: null, isOnLoan: false }))
  return { answer: { result: 'choose', choices, notices: [] } }
}

const unknown: Done = { answer: { result: 'unknown', notices: [] } }

async function openBorrower(tx: Transaction, id: string): Promise<Done> {
  const rules = await findRules(tx, id)
  if (!rules) return unknown
  return {
    answer: { result: 'borrower', borrower: await deskBorrower(tx, rules), notices: [] },
    record: { borrowerId: id },
  }
}

async function scanIsbn(scan: Scan, isbn: string): Promise<Done> {
  const { tx } = scan
  const { bookId, copies } = await findByIsbn(tx, isbn)
  if (bookId === undefined) return unknown
  const [only] = copies
  if (!only) return { answer: { result: 'unknown', book: await deskBook(tx, bookId), notices: [notice('no_copy')] } }
  const locked = copies.length === 1 ? await findCopyByNumber(tx, only.copy.number.toUpperCase()) : undefined
  if (locked) return scanCopy(scan, locked)
  const choices = copies.map(({ copy: one, isOnLoan }) => ({ code: one.number, person: null, copy: one, isOnLoan }))
  return { answer: { result: 'choose', book: await deskBook(tx, bookId), choices, notices: [] } }
}

async function scanCopy(scan: Scan, item: DeskCopy): Promise<Done> {
  const { tx, session, input, rules } = scan
  const shown = { book: await deskBook(tx, item.bookId), copy: item }
  const open = await openLoanOf(tx, item.id)
  const recent = await lastAct(tx, item.id)
  const accepted = new Set(input.accepted)
  if (recent && accepted.size === 0) {
    const isSame = recent.userId === session.user.id && recent.borrowerId === (rules?.id ?? null)
    if (isSame) return { answer: { result: 'repeated', ...shown, ...(open && { loan: deskLoan(open) }), notices: [] } }
    // Another desk has just lent it.
    if (open && recent.undo?.lent === open.id) {
      const person = (await findPerson(tx, open.borrowerId)) ?? null
      return { answer: { result: 'refused', ...shown, notices: [notice('busy', { canGoOn: true, person })] } }
    }
  }
  const undo: ActUndo = {}
  const notices = await noteSeen(tx, session, item, undo)
  const isToLend = input.mode !== 'return' && rules !== undefined && open?.borrowerId !== rules.id
  const done = open
    ? await returnCopy(scan, { item, open, undo, isToLend })
    : await shelvedCopy(scan, { item, undo, isToLend })
  const isChange = Object.keys(undo).length > 0
  return {
    answer: { ...done.answer, ...shown, notices: [...notices, ...done.answer.notices] },
    record: { ...done.record, copyId: item.id, isChange, undo },
  }
}

interface CopyScan {
  item: DeskCopy
  undo: ActUndo
  isToLend: boolean
}

/** Ends the loan of a copy. If another borrower had it, it is then lent to the open one. */
async function returnCopy(scan: Scan, { item, open, undo, isToLend }: CopyScan & { open: LoanRow }): Promise<Done> {
  const { tx, session } = scan
  const { ended, notices } = await endLoan(tx, session, open, undo)
  const returnedFrom = await findPerson(tx, open.borrowerId)
  const from = { ...(returnedFrom && { returnedFrom }) }
  const record = { formerBorrowerId: open.borrowerId }
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
  // The book is here, whether or not it may go on to the next one.
  const aside = lent ? [] : await asideNotices(tx, item, undo)
  return {
    answer: {
      result: 'returned',
      ...from,
      loan: deskLoan(ended),
      notices: [...notices, ...(lent?.notices ?? []), ...aside],
    },
    record,
  }
}

/** A copy that is not on loan is lent, waits for a card, or is looked at in a return. */
async function shelvedCopy(scan: Scan, { item, undo, isToLend }: CopyScan): Promise<Done> {
  const { tx, input } = scan
  if (isToLend) {
    const { made, notices } = await lendIfAllowed(scan, item, undo)
    if (made) return { answer: { result: 'lent', loan: deskLoan(made), notices } }
    return { answer: { result: 'refused', notices } }
  }
  if (input.mode !== 'return') return { answer: { result: 'waiting', notices: [] } }
  return { answer: { result: 'returned', notices: [notice('no_loan'), ...(await asideNotices(tx, item, undo))] } }
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
  if (stops.some(({ code, canGoOn }) => !canGoOn || !accepted.has(code))) return { notices: stops }
  return lendCopy(tx, session, { actId: input.actId, item, rules, undo })
}

/** What was done with a copy a moment ago, if it was not taken back. Neither side of now, since clocks are set. */
async function lastAct(tx: Transaction, copyId: string) {
  const at = now().getTime()
  const [last] = await tx
    .select({ userId: deskAct.userId, borrowerId: deskAct.borrowerId, undo: deskAct.undo })
    .from(deskAct)
    .where(
      and(
        eq(deskAct.copyId, copyId),
        eq(deskAct.isChange, true),
        isNull(deskAct.undoneAt),
        gte(deskAct.at, new Date(at - STUTTER)),
        lte(deskAct.at, new Date(at + STUTTER)),
      ),
    )
    .orderBy(desc(deskAct.at))
    .limit(1)
  return last
}
