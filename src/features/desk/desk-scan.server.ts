import { and, between, desc, eq, or } from 'drizzle-orm'
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
  const accepted = new Set(input.accepted)
  if (accepted.size === 0 && (await isStutter(scan, item.id))) {
    const answer = { result: 'repeated' as const, ...shown, ...(open && { loan: deskLoan(open) }), notices: [] }
    return { answer, record: { copyId: item.id } }
  }
  // Another desk has just lent it.
  if (open && open.lentBy !== session.user.id && isJustNow(open.lentAt) && !accepted.has('busy')) {
    const person = (await findPerson(tx, open.borrowerId)) ?? null
    return { answer: { result: 'refused', ...shown, notices: [notice('busy', { canGoOn: true, person })] } }
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

/**
 * Ends the loan of a copy, and puts it aside for who waits. If another borrower had it, it is then lent to the open one, as
 * one that is on the shelf.
 */
async function returnCopy(scan: Scan, { item, open, undo, isToLend }: CopyScan & { open: LoanRow }): Promise<Done> {
  const { tx, session } = scan
  const { ended, notices } = await endLoan(tx, session, open, undo)
  const returnedFrom = await findPerson(tx, open.borrowerId)
  const from = { ...(returnedFrom && { returnedFrom }) }
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
  // For whom it is put aside is said once: there, it is in the way.
  const isSaid = stops.some(({ code }) => code === 'held')
  return {
    answer: {
      result: 'returned',
      ...from,
      loan: deskLoan(ended),
      notices: [...notices, ...(isSaid ? [] : aside), ...stops],
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

/**
 * Whether the same number was scanned a moment ago for the same borrower at this desk, and then did something or was a
 * stutter itself: a copy may lie under its scanner. Also if it was taken back.
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

/** On either side of now, since clocks are set. */
const isJustNow = (at: Date): boolean => Math.abs(now().getTime() - at.getTime()) <= STUTTER
