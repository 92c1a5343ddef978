import * as z from 'zod/mini'
import { eq, sql } from 'drizzle-orm'
import { recordDeletionForGood } from '#base/auth/admin-notice.server.ts'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { pageWithTotal, quickPage } from '#base/db/list/answered-page.server.ts'
import { countRows } from '#base/db/list/page.server.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { user } from '#base/db/tables/user.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { namingOwner } from '#lending/number/shared/number-owner.server.ts'
import { answerCreated, versionedRows } from '#kit/noun/shared/versioned-rows.server.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { OUTDATED, restRoutes } from '#base/openapi/rest-routes.server.ts'
import { requireId } from '#base/rpc/not-found.server.ts'
import { withEntityTag } from '#base/rpc/precondition.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import {
  borrowerChangeSchema,
  borrowerFilterSchema,
  borrowerIdSchema,
  borrowerInputSchema,
  borrowerLinkSchema,
  borrowerListInputSchema,
  borrowerListSchema,
  borrowersPageSchema,
  borrowerRemovalSchema,
  borrowerSchema,
} from './borrower.schema.ts'
import {
  borrowerRowsList,
  borrowersList,
  borrowersNarrowedTo,
  findBorrower,
  withLate,
} from './shared/borrower-list.server.ts'
import { eraseBorrower, moveBorrowerToTrash } from './shared/borrower-trash.server.ts'

const PATH = '/borrowers'
const routes = restRoutes({ path: PATH, one: 'borrower', many: 'borrowers', problems: ['NUMBER_TAKEN'] })
const borrowers = versionedRows({
  table: borrower,
  find: findBorrower,
  recorded: { kind: 'borrower', fields: Object.keys(borrowerInputSchema.shape) },
})

/** A page of borrowers with its exact total. */
const list = procedure('borrower:read')
  .route(routes.list)
  .input(borrowerListInputSchema)
  .output(borrowerListSchema)
  .handler(({ input, signal }) =>
    pageWithTotal(borrowersList, { ...input, filter: borrowersNarrowedTo(input), signal }),
  )

/** A page of borrowers without waiting for the total: it is null while it is being counted; `count` returns it. */
const listPage = procedure('borrower:read')
  .input(borrowerListInputSchema)
  .output(borrowersPageSchema)
  .handler(async ({ input, signal }) => {
    const page = await quickPage(borrowerRowsList, { ...input, filter: borrowersNarrowedTo(input), signal })
    return { ...page, items: page.items.map(withLate) }
  })

/** The exact number of borrowers that a search finds. */
const count = procedure('borrower:read')
  .input(borrowerFilterSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => ({
    total: await countRows(borrowersList, { ...input, filter: borrowersNarrowedTo(input) }),
  }))

/** One borrower; NOT_FOUND. */
const get = procedure('borrower:read')
  .route(routes.get)
  .input(borrowerIdSchema)
  .output(borrowerSchema)
  .handler(async ({ input, context }) => withEntityTag(context, await findBorrower(input.id)))

/** Adds a borrower. NUMBER_TAKEN at `card` or `schoolNumber`. */
const create = procedure('borrower:create', { takenBack: 'undo' })
  .route(routes.create)
  .input(borrowerInputSchema)
  .output(borrowerSchema)
  .handler(({ input, context }) =>
    namingOwner(context.session, numbersOf(input), () =>
      withActor(context.session.actor, async (tx) => {
        const [row] = await tx.insert(borrower).values(input).returning({ id: borrower.id })
        return answerCreated(context, PATH, await findBorrower(row?.id ?? '', tx))
      }),
    ),
  )

const numbersOf = ({ card, schoolNumber }: { card?: string | undefined; schoolNumber?: string | undefined }) => ({
  number: card,
  schoolNumber,
})

/** Another number of the library card has not been printed. */
const withFreshCard = <Change extends { card?: string | undefined }>(change: Change) =>
  change.card === undefined
    ? change
    : {
        cardPrintedOn: sql`case when upper(${borrower.card}) = upper(${change.card}) then ${borrower.cardPrintedOn} end`,
        ...change,
      }

/** Saves a borrower in the version that was read: the errors of `versionedRows`, else as `create`. */
const update = procedure('borrower:update', { takenBack: 'undo', isVersioned: true })
  .route(routes.update)
  .input(borrowerChangeSchema)
  .output(borrowerSchema)
  .handler(({ input, context }) =>
    namingOwner(context.session, numbersOf(input), () =>
      withActor(context.session.actor, (tx) => borrowers.update(tx, context, withFreshCard(input))),
    ),
  )

/**
 * Moves a borrower into the trash in the version that was read, or erases them (`forGood`), which cannot be taken back: the
 * errors of `versionedRows`, BORROWER_HAS_LOANS; SESSION_EXPIRED for good, unless reauthenticated.
 */
const remove = procedure('borrower:delete', { takenBack: 'by-input', isVersioned: true })
  .route({
    ...routes.remove,
    description:
      'Moves a borrower into the trash, with library card, class and loans, from which a manager can restore them: if they are still as they were read; name their `version`, or their `ETag` in `If-Match`. With `forGood` they are erased: returned loans, the activity and what was typed at the desk forget the name at once, which cannot be undone. That needs a session that was proven in the last ten minutes, never an API key, and all admins are told by mail. A borrower who has or owes books can be neither.',
    spec: documentProblems('SESSION_EXPIRED', 'BORROWER_HAS_LOANS', ...OUTDATED),
  })
  .input(borrowerRemovalSchema)
  .handler(async ({ input: { forGood, ...input }, context }) => {
    const { session } = context
    const id = requireId(input.id)
    if (forGood) requireRecentSession(session)
    await withActor(session.actor, (tx) =>
      borrowers.remove(tx, context, input, (isIt) =>
        forGood ? eraseBorrower(tx, id, isIt) : moveBorrowerToTrash(tx, id, session.actor, isIt),
      ),
    )
    if (forGood) recordDeletionForGood(session, 'borrowers', 1)
  })

/**
 * Links a borrower to the user with an email address, or removes the link. USER_NOT_FOUND, NUMBER_TAKEN, and VALIDATION_ERROR for an
 * address that is not proven, at `email`.
 */
const link = procedure('borrower:update', { takenBack: 'again' })
  .input(borrowerLinkSchema)
  .output(borrowerSchema)
  .handler(({ input: { id, version, email }, context }) =>
    withActor(context.session.actor, async (tx) => {
      const userId = email === null ? null : await idOfUser(tx, email)
      return borrowers.update(tx, context, { id, version, userId })
    }),
  )

/** The user with an address that is proven: nobody else may see somebody's loans. */
async function idOfUser(tx: Transaction, email: string): Promise<string> {
  const [found] = await tx
    .select({ id: user.id, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.email, email))
  if (!found) throw createError('USER_NOT_FOUND', { fields: { email: { key: 'borrower_no_user' } } })
  if (!found.emailVerified) throw createError('VALIDATION_ERROR', { fields: { email: { key: 'borrower_unproven' } } })
  return found.id
}

export const borrowerRouter = { list, listPage, count, get, create, update, remove, link }
