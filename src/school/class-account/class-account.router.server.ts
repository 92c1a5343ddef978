import { eq } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { isAmong } from '#base/db/trash.server.ts'
import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { giveCards, inviteAccounts } from '#people/user/shared/many-accounts.server.ts'
import {
  accountBulkIdSchema,
  accountsInputSchema,
  accountsPlanSchema,
  accountsStartSchema,
  classCardsInputSchema,
  classCardsSchema,
  inviteInputSchema,
  lastAccountsSchema,
  madeAccountsSchema,
  undoneAccountsSchema,
} from './class-account.schema.ts'
import { planAccounts } from './plan-accounts.server.ts'
import { lastAccounts, makeAccounts, undoAccounts } from './write-accounts.server.ts'

/** What would become of each borrower, and who has an account already. */
const plan = procedure('borrower:update', { takenBack: 'nothing' })
  .input(accountsInputSchema)
  .output(accountsPlanSchema)
  .handler(async ({ input, context: { session } }) => {
    requireAccess(session, 'user:create')
    return planAccounts(db, input)
  })

/** Gives borrowers accounts as the plan of that mark says; invitations are mailed after the answer. CLASS_ACCOUNTS_CHANGED. */
const start = procedure('user:create', { takenBack: 'undo' })
  .input(accountsStartSchema)
  .output(madeAccountsSchema)
  .handler(async ({ input, context: { session } }) => {
    requireAccess(session, 'borrower:update')
    const { id, links } = await makeAccounts(input, session)
    const made = links.filter(({ isMade }) => isMade)
    void inviteAccounts(
      made.map(({ linkedId }) => linkedId),
      session,
    )
    return { id, linked: links.length - made.length, made: made.length }
  })

/** The last act that was not taken back. */
const last = procedure('borrower:update', { takenBack: 'nothing' }).output(lastAccountsSchema).handler(lastAccounts)

/** Takes an act back: `undoAccounts`. BULK_STATE, NOT_FOUND. */
const undo = procedure('user:delete', { takenBack: 'again' })
  .input(accountBulkIdSchema)
  .output(undoneAccountsSchema)
  .handler(async ({ input, context: { session } }) => {
    requireAccess(session, 'borrower:update')
    const { notifies, ...undone } = await undoAccounts(input.id, session)
    void tellOneByOne(notifies)
    return undone
  })

async function tellOneByOne(notifies: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const notify of notifies) await notify()
}

const usersOf = (ids: readonly string[]) =>
  db
    .select({
      borrowerId: borrower.id,
      name: borrower.name,
      card: borrower.card,
      className: borrowerGroup.name,
      userId: borrower.userId,
    })
    .from(borrower)
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
    .where(eq(borrower.id, isAmong(ids)))
    .orderBy(borrowerGroup.name, borrower.sortName, borrower.id)

/**
 * A new sign-in card for each of these borrowers who has an account of a reader, in place of the former one; the codes are in this answer only.
 * CARDS_OFF, IMPERSONATING; SESSION_EXPIRED unless reauthenticated.
 */
const cards = procedure('user:update', { takenBack: 'again', isMyself: true })
  .input(classCardsInputSchema)
  .output(classCardsSchema)
  .handler(async ({ input: { ids, days }, context: { session } }) => {
    requireAccess(session, 'borrower:read')
    const people = await usersOf(ids)
    const userIds = people.flatMap(({ userId }) => userId ?? [])
    const given = new Map((await giveCards(userIds, days, session)).map((card) => [card.userId, card]))
    return people.flatMap(({ userId, card, ...person }) => {
      const own = userId === null ? undefined : given.get(userId)
      return own ? [{ ...own, ...person, card }] : []
    })
  })

/** Mails invitations to those of these borrowers whose new account has none yet; after the answer, within the limits of invitations. */
const invite = procedure('user:create', { takenBack: 'nothing' })
  .input(inviteInputSchema)
  .handler(async ({ input: { ids }, context: { session } }) => {
    requireAccess(session, 'borrower:read')
    void inviteAccounts(
      (await usersOf(ids)).flatMap(({ userId }) => userId ?? []),
      session,
    )
  })

export const classAccountRouter = { plan, start, last, undo, cards, invite }
