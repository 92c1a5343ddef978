import { desc, eq, isNull, and, inArray, lt, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { setActor, withActor, type Transaction } from '#base/db/actor.server.ts'
import { db, readDb } from '#base/db/connection/client.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { accountBulk, accountBulkRow } from '#base/db/tables/school-year.ts'
import { isAmong } from '#base/db/trash.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import type { Activity, ActivityEntry } from '#kit/activity/activity.schema.ts'
import { addAccounts } from '#people/user/shared/many-accounts.server.ts'
import { undoUserCreate } from '#people/user/shared/undo-user.server.ts'
import type { accountsStartSchema } from './class-account.schema.ts'
import { planAccounts } from './plan-accounts.server.ts'

const MADE = 'borrower.bulk-accounts'
const UNDONE = 'borrower.undo-bulk-accounts'

interface Link {
  borrowerId: string
  linkedId: string
  isMade: boolean
}

/** The name of a user has at most so many characters. */
const NAME_MAX = 100

/**
 * Gives the borrowers of a plan their accounts, in one transaction: new users, of whom the activity has each, and one entry for all that were
 * linked. A new account needs no proof of its address: nobody has it yet, and only who proves it, or holds a card, gets in.
 * CLASS_ACCOUNTS_CHANGED where the plan is another one by now.
 */
export const makeAccounts = (
  { mark, ...input }: z.output<typeof accountsStartSchema>,
  session: CurrentSession,
): Promise<{ id: string; links: readonly Link[] }> =>
  retryTransaction(() =>
    withActor(session.actor, async (tx) => {
      const { people, mark: current } = await planAccounts(tx, input, { isLocked: true })
      const fresh = people.filter(({ outcome }) => outcome === 'invite' || outcome === 'make')
      const found = people.filter(({ outcome }) => outcome === 'link')
      if (current !== mark || fresh.length + found.length === 0) throw createError('CLASS_ACCOUNTS_CHANGED')
      const ids = await addAccounts(
        tx,
        fresh.map(({ name, email, outcome, language }) => ({
          name: name.slice(0, NAME_MAX).trim(),
          email: outcome === 'invite' ? email.toLowerCase() : null,
          language,
        })),
      )
      const links: Link[] = [
        ...found.flatMap(({ id, foundId }) =>
          foundId === null ? [] : [{ borrowerId: id, linkedId: foundId, isMade: false }],
        ),
        ...fresh.flatMap(({ id }, at) => {
          const linkedId = ids[at]
          return linkedId ? [{ borrowerId: id, linkedId, isMade: true }] : []
        }),
      ]
      // Somebody has signed up with an address since the plan was made.
      if (links.length < fresh.length + found.length) throw createError('CLASS_ACCOUNTS_CHANGED')
      await setActor(tx, 'none')
      await link(tx, links)
      const id = newId()
      await tx.insert(accountBulk).values({ id, createdAt: now(), userId: session.actor.userId })
      await tx.insert(accountBulkRow).values(links.map((one) => ({ ...one, bulkId: id })))
      await note(tx, session, { id, action: MADE, after: { linked: found.length, made: fresh.length } })
      return { id, links }
    }),
  )

/** Links borrowers who have no account. */
const link = (tx: Transaction, links: readonly Pick<Link, 'borrowerId' | 'linkedId'>[]) =>
  tx.execute(sql`
    update borrower as b set user_id = given."linkedId", version = b.version + 1, updated_at = ${now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given("borrowerId" uuid, "linkedId" uuid)
    where b.id = given."borrowerId" and b.user_id is null`)

interface Noted {
  id: string
  action: string
  after: Record<string, number>
}

const note = (tx: Transaction, { actor }: CurrentSession, { id, action, after }: Noted) =>
  tx.insert(activity).values({
    actorKind: 'person',
    actorId: actor.userId,
    inNameOf: actor.inNameOf ?? null,
    action,
    subjectKind: 'borrower',
    subjectId: id,
    subjectName: '',
    after,
  })

/** Borrowers who are named as left alone, at most. */
const NAMED = 50

/**
 * Takes the act back: who was linked is linked no more, and the users that it has made go to the trash. Who has signed in since, or was changed,
 * keeps the account and is named in `kept`. `notify` mails those who were removed. BULK_STATE if it was taken back; NOT_FOUND.
 */
export const undoAccounts = (id: string, session: CurrentSession) =>
  retryTransaction(() =>
    withActor(session.actor, async (tx) => {
      const [bulk] = await tx.select().from(accountBulk).where(eq(accountBulk.id, id)).for('update')
      if (!bulk) throw createError('NOT_FOUND')
      if (bulk.undoneAt) throw createError('BULK_STATE')
      await setActor(tx, 'none')
      const unlinked = await unlink(tx, id)
      await setActor(tx, session.actor)
      const { kept, notifies } = await removeMade(tx, unlinked, session)
      await setActor(tx, 'none')
      await link(tx, kept)
      await tx.update(accountBulk).set({ undoneAt: now() }).where(eq(accountBulk.id, id))
      const restored = unlinked.length - kept.length
      await note(tx, session, { id, action: UNDONE, after: { restored } })
      const left = await tx
        .select({ name: borrower.name })
        .from(accountBulkRow)
        .innerJoin(borrower, eq(borrower.id, accountBulkRow.borrowerId))
        .where(and(eq(accountBulkRow.bulkId, id), eq(borrower.userId, accountBulkRow.linkedId)))
        .orderBy(borrower.sortName)
        .limit(NAMED)
      return { restored, kept: left.map(({ name }) => name), notifies }
    }),
  )

/** Takes the links of the act away, but of new users who have signed in. */
async function unlink(tx: Transaction, id: string): Promise<Link[]> {
  const { rows } = await tx.execute<Link & Record<string, unknown>>(sql`
    with theirs as (
      select b.id, r.linked_id, r.is_made from account_bulk_row as r
        join borrower as b on b.id = r.borrower_id and b.user_id = r.linked_id
        join "user" as u on u.id = r.linked_id
      where r.bulk_id = ${id} and not (r.is_made and (u.onboarded_at is not null or u.email_verified))
      order by b.id for update of b
    )
    update borrower as b set user_id = null, version = b.version + 1, updated_at = ${now()}::timestamptz
    from theirs where b.id = theirs.id
    returning b.id as "borrowerId", theirs.linked_id as "linkedId", theirs.is_made as "isMade"`)
  return rows
}

/** Moves the new users of some links to the trash, by the rules of the undo of an added user. Returns the links of those who stay. */
async function removeMade(tx: Transaction, links: readonly Link[], session: CurrentSession) {
  const made = new Map(links.flatMap((one) => (one.isMade ? [[one.linkedId, one] as const] : [])))
  const entries = await tx
    .select()
    .from(activity)
    .where(and(eq(activity.action, 'user.create'), eq(activity.subjectId, isAmong([...made.keys()]))))
    .orderBy(activity.id)
  const kept: Link[] = []
  const notifies: (() => Promise<unknown>)[] = []
  for (const entry of entries) {
    // One by one: statements of one transaction.
    const outcome = await undoUserCreate(tx, entry, session)
    const one = made.get(entry.subjectId)
    if (outcome.kept.length > 0 && one) kept.push(one)
    if (outcome.notify) notifies.push(outcome.notify)
  }
  return { kept, notifies }
}

/** The last act that was not taken back. */
export async function lastAccounts() {
  const [found] = await db
    .select({
      id: accountBulk.id,
      createdAt: accountBulk.createdAt,
      made: sql<number>`(select count(*)::int from account_bulk_row as r where r.bulk_id = account_bulk.id and r.is_made)`,
      linked: sql<number>`(select count(*)::int from account_bulk_row as r where r.bulk_id = account_bulk.id and not r.is_made)`,
    })
    .from(accountBulk)
    .where(isNull(accountBulk.undoneAt))
    .orderBy(desc(accountBulk.createdAt), desc(accountBulk.id))
    .limit(1)
  return found ?? null
}

/** What the caller can do to the entries of such acts in the activity, by the entries' ids. */
export async function accountStates(
  entries: readonly ActivityEntry[],
  session: CurrentSession,
): Promise<Map<number, Pick<Activity, 'bulk'>>> {
  const own = entries.filter(({ action }) => action === MADE)
  if (own.length === 0 || !hasAccess(session, 'borrower:update') || !hasAccess(session, 'user:delete')) return new Map()
  const open = await readDb()
    .select({ id: accountBulk.id })
    .from(accountBulk)
    .where(
      and(
        inArray(
          accountBulk.id,
          own.map(({ subject }) => subject.id),
        ),
        isNull(accountBulk.undoneAt),
      ),
    )
  const known = new Set(open.map(({ id }) => id))
  return new Map(own.flatMap(({ id, subject }) => (known.has(subject.id) ? [[id, { bulk: 'undo' }] as const] : [])))
}

/** Deletes acts from before a moment, which then cannot be taken back any more. */
export const cleanUpAccounts = (before: Date) => db.delete(accountBulk).where(lt(accountBulk.createdAt, before))
