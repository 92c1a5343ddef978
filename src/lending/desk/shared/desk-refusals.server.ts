import { and, desc, eq, gte, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { deskRefusal } from '#base/db/tables/desk-refusal.ts'
import { genre } from '#base/db/tables/genre.ts'
import { selfServiceCorner } from '#base/db/tables/self-service-corner.ts'
import { personName, user } from '#base/db/tables/user.ts'
import { bookGenreId } from '#catalogue/book/shared/select-books.server.ts'
import { now } from '#base/lib/clock.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import { noticeSchema, type DeskNotice, type NoticeCode } from '../desk-parts.schema.ts'
import type { DeskRefusal } from '../desk.schema.ts'
import type { AtDesk } from './lend-copy.server.ts'
import { bookColumns, genreColumns, personColumns } from './desk-views.server.ts'

/** Why a copy was not lent, where one may go on all the same: everybody at the desk, or only who may change loans. */
const GO_ON = new Map<NoticeCode, 'all' | 'admin'>([
  ['overdue', 'all'],
  ['held', 'all'],
  ['busy', 'all'],
  ['limit', 'admin'],
  ['expired', 'admin'],
  ['reference', 'admin'],
  ['renewals', 'admin'],
  ['hold_waits', 'admin'],
])

/** Notices as they hold for who is at the desk: a helper has no way on from some (docs/lending.md, 'Helpers'). */
export const forHelper = (session: CurrentSession, notices: readonly DeskNotice[]): DeskNotice[] =>
  notices.map((one) => ({ ...one, canGoOn: one.canGoOn && mayGoOn(session, one.code) === 'yes' }))

/** Whether who is at the desk may go on in spite of a notice, or an admin may, or nobody. */
function mayGoOn(session: CurrentSession, code: NoticeCode): 'yes' | 'admin' | 'no' {
  const who = GO_ON.get(code)
  if (who === undefined) return 'no'
  return who === 'all' || hasAccess(session, 'loan:update') ? 'yes' : 'admin'
}

interface Refused {
  actId: string
  code: string
  copyId: string
  borrowerId: string | null
  cornerId?: string
  reasons: readonly DeskNotice[]
}

/** SQL condition: a refusal of this copy that is still open, for this borrower, or where null for a scan without a borrower. */
const isOpenOf = (copyId: string, borrowerId: string | null): SQL | undefined =>
  and(
    eq(deskRefusal.copyId, copyId),
    borrowerId === null ? isNull(deskRefusal.borrowerId) : eq(deskRefusal.borrowerId, borrowerId),
    isNull(deskRefusal.dealtWithAt),
  )

/** Keeps that a copy was not lent; the same copy for the same borrower is one refusal, the latest. */
export async function keepRefusal(tx: Transaction, { user: by }: AtDesk, refused: Refused): Promise<void> {
  const { copyId, borrowerId, reasons } = refused
  await tx.delete(deskRefusal).where(isOpenOf(copyId, borrowerId))
  await tx.insert(deskRefusal).values({ ...refused, reasons: [...reasons], at: now(), userId: by.id })
}

/** What was refused of a copy is dealt with once the copy was lent or came back. Returns the acts. */
export async function dealWithRefusalsOf(tx: Transaction, { user: by }: AtDesk, copyId: string): Promise<string[]> {
  const rows = await tx
    .update(deskRefusal)
    .set({ dealtWithAt: now(), dealtWithBy: by.id })
    .where(and(eq(deskRefusal.copyId, copyId), isNull(deskRefusal.dealtWithAt)))
    .returning({ actId: deskRefusal.actId })
  return rows.map(({ actId }) => actId)
}

/** Whether nothing is open any more of what was refused of a copy to a borrower, by whichever act. */
export const wasDealtWith = async (tx: Transaction, copyId: string, borrowerId: string | null): Promise<boolean> =>
  (await tx.$count(deskRefusal, isOpenOf(copyId, borrowerId))) === 0

/** Opens the refusals again that an act had dealt with, when that act is taken back. */
export async function reopenRefusals(tx: Transaction, actIds: readonly string[] = []): Promise<void> {
  if (actIds.length === 0) return
  await tx
    .update(deskRefusal)
    .set({ dealtWithAt: null, dealtWithBy: null })
    .where(inArray(deskRefusal.actId, [...actIds]))
}

/** Notes that a refusal was dealt with, or is open again. Changes nothing for an unknown one. */
export async function setDealtWith({ user: by }: CurrentSession, actId: string, isDealtWith: boolean): Promise<void> {
  await db
    .update(deskRefusal)
    .set(isDealtWith ? { dealtWithAt: now(), dealtWithBy: by.id } : { dealtWithAt: null, dealtWithBy: null })
    .where(
      and(
        eq(deskRefusal.actId, actId),
        isDealtWith ? isNull(deskRefusal.dealtWithAt) : isNotNull(deskRefusal.dealtWithAt),
      ),
    )
}

/** Open refusals that are shown, at most; the count is of all. */
const MOST = 100

/** The open refusals and all refusals since a moment, the latest first; and how many since then are still open. */
export async function readRefusals(
  session: CurrentSession,
  since: Date,
): Promise<{ notLent: DeskRefusal[]; refused: DeskRefusal[]; notLentToday: number }> {
  const isToday = gte(deskRefusal.at, since)
  const isOpen = isNull(deskRefusal.dealtWithAt)
  const [rows, notLentToday] = await Promise.all([
    selectRefusals(or(isOpen, isToday)),
    db.$count(deskRefusal, and(isOpen, isToday)),
  ])
  const shown = rows.map((row) => shownRefusal(session, row))
  return {
    notLent: shown.filter(({ dealtWith }) => dealtWith === null),
    refused: shown.filter(({ at }) => at >= since),
    notLentToday,
  }
}

const selectRefusals = (where: SQL | undefined) =>
  db
    .select({
      refusal: deskRefusal,
      book: bookColumns,
      genre: genreColumns,
      number: copy.number,
      borrower: personColumns,
      dealtWith: personName(user),
      corner: selfServiceCorner.name,
    })
    .from(deskRefusal)
    .innerJoin(copy, eq(copy.id, deskRefusal.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .leftJoin(genre, eq(genre.id, bookGenreId))
    .leftJoin(borrower, eq(borrower.id, deskRefusal.borrowerId))
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
    .leftJoin(user, eq(user.id, deskRefusal.dealtWithBy))
    .leftJoin(selfServiceCorner, eq(selfServiceCorner.id, deskRefusal.cornerId))
    .where(where)
    .orderBy(desc(sql`${deskRefusal.dealtWithAt} is null`), desc(deskRefusal.at))
    .limit(MOST)

function shownRefusal(session: CurrentSession, row: Awaited<ReturnType<typeof selectRefusals>>[number]): DeskRefusal {
  const { id, name, card, group = null } = row.borrower ?? {}
  const reasons = forHelper(session, z.array(noticeSchema).parse(row.refusal.reasons))
  const ways = new Set(reasons.map(({ code }) => mayGoOn(session, code)))
  return {
    actId: row.refusal.actId,
    at: row.refusal.at,
    book: { ...row.book, genre: row.genre },
    number: row.number,
    borrower: id && name && card ? { id, name, card, group } : null,
    corner: row.corner,
    notices: reasons,
    goOn: ways.has('no') ? 'no' : ways.has('admin') ? 'admin' : 'yes',
    dealtWith: row.refusal.dealtWithAt && { by: row.dealtWith },
  }
}
