import { and, asc, eq, inArray } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { findSet } from '#lending/loan/shared/class-sets.server.ts'
import { settleHolds } from '#lending/loan/shared/holds.server.ts'
import { actOnce } from '../shared/act-once.server.ts'
import { dealWithRefusalsOf } from '../shared/desk-refusals.server.ts'
import { findPerson } from '../shared/desk-views.server.ts'
import { notice } from '../shared/lend-copy.server.ts'
import { setReturnAnswerSchema, type SetReturnAnswer, type SetReturnInput } from './desk-set.schema.ts'

/**
 * Notes that copies of a class set are back, and names those that are still out. A copy that came back before, at any desk,
 * counts no second time. NOT_FOUND without the set.
 */
export const returnSet = (session: CurrentSession, input: SetReturnInput): Promise<SetReturnAnswer> =>
  actOnce(session, {
    input,
    read: (answer) => setReturnAnswerSchema.parse(answer),
    run: async (tx) => {
      const { actId, setId, loanIds } = input
      const state = await findSet(tx, setId)
      if (!state) throw createError('NOT_FOUND')
      const isIt = and(eq(loan.setId, setId), inArray(loan.id, loanIds))
      await tx
        .select({ id: copy.id })
        .from(copy)
        .where(inArray(copy.id, tx.select({ id: loan.copyId }).from(loan).where(isIt)))
        .orderBy(asc(copy.id))
        .for('update')
      const ended = await tx
        .update(loan)
        .set({ returnedAt: now(), returnedBy: session.user.id })
        .where(and(isIt, isOpenLoan))
        .returning({ id: loan.id, copyId: loan.copyId })
      const copies = ended.map(({ copyId }) => copyId)
      await tx.update(copy).set({ lastSeenAt: now() }).where(inArray(copy.id, copies))
      await settleHolds(tx)
      const dealtWith: string[] = []
      for (const copyId of copies) dealtWith.push(...(await dealWithRefusalsOf(tx, session, copyId)))
      const answer = {
        actId,
        setId,
        name: state.name ?? '',
        title: state.title,
        count: ended.length,
        missing: await missingOf(tx, setId),
        notices: await asideNotices(tx, copies),
      }
      return {
        answer,
        record: {
          result: 'set_returned',
          formerBorrowerId: state.borrowerId,
          isChange: ended.length > 0,
          undo: { set: { returned: ended.map(({ id }) => id) }, ...(dealtWith.length > 0 && { dealtWith }) },
        },
      }
    },
  })

/** The numbers of the copies of a set that are out. */
async function missingOf(tx: Transaction, setId: string): Promise<string[]> {
  const rows = await tx
    .select({ number: copy.number })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .where(and(eq(loan.setId, setId), isOpenLoan))
    .orderBy(copy.sortNumber)
  return rows.map(({ number }) => number)
}

/** For whom copies that are back were put aside. */
async function asideNotices(tx: Transaction, copyIds: readonly string[]) {
  const aside = await tx
    .select({ borrowerId: hold.borrowerId, day: hold.readyUntil })
    .from(hold)
    .where(inArray(hold.copyId, [...copyIds]))
    .orderBy(asc(hold.placedAt), asc(hold.id))
  const notices = []
  for (const { borrowerId, day } of aside)
    notices.push(notice('put_aside', { person: (await findPerson(tx, borrowerId)) ?? null, day }))
  return notices
}

/**
 * Gives what of a class set is out another due day, and notes it in the activity: the feed of the desk has what is lent and returned.
 * NOT_FOUND where nothing is, VALIDATION_ERROR at `dueOn` for a day before
 * today.
 */
export const moveSetDay = ({ actor }: CurrentSession, setId: string, dueOn: string): Promise<void> =>
  withActor('none', async (tx) => {
    const today = libraryDay()
    if (dueOn < today)
      throw createError('VALIDATION_ERROR', {
        fields: { dueOn: { key: 'validation_date_min', params: { limit: today } } },
      })
    const moved = await tx
      .update(loan)
      .set({ dueOn })
      .where(and(eq(loan.setId, setId), isOpenLoan))
      .returning({ id: loan.id })
    const state = await findSet(tx, setId)
    if (moved.length === 0 || !state) throw createError('NOT_FOUND')
    await tx.insert(activity).values({
      actorKind: 'person',
      actorId: actor.userId,
      inNameOf: actor.inNameOf ?? null,
      action: 'copy.move-set',
      subjectKind: 'copy',
      subjectId: setId,
      subjectName: state.title,
      after: { rows: moved.length, day: dueOn },
    })
  })
