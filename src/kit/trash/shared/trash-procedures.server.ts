import * as z from 'zod/mini'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { withActor, type Actor, type Transaction } from '#base/db/actor.server.ts'
import { emptyOf } from '#base/db/trash.server.ts'
import { pageSchema } from '#base/lib/list/page-input.ts'
import type { procedure } from '#base/rpc/procedure.server.ts'
import type { TrashList } from './trash-list.server.ts'
import { trashFilterSchema, trashIdsSchema, trashListInputSchema, trashUntilSchema } from './trash.schema.ts'

type Guarded = ReturnType<typeof procedure>

interface TrashParts<Row extends { id: string; deletedAt: Date }> {
  trash: TrashList<Row>
  /** The procedure that a call which only reads begins with, and one which deletes for good. */
  reading: Guarded
  deleting: Guarded
  item: z.ZodMiniType<Row & { daysLeft: number }, Row & { daysLeft: number }>
  /** Deletes for good, recorded in the name of the actor. Returns the ids of what was in the trash. */
  deleteForGood: (tx: Transaction, ids: readonly string[], actor: Actor) => Promise<string[]>
  /** Tells of how many were deleted for good; `isSingle` for one that was named. */
  tell: (session: CurrentSession, count: number, isSingle: boolean) => void
}

/** The procedures of a noun's trash, but for its restoration. */
export function trashProcedures<Row extends { id: string; deletedAt: Date }>(parts: TrashParts<Row>) {
  const { trash, reading, deleting, item, deleteForGood, tell } = parts
  return {
    /** A page, the last deleted first, without waiting for its total. */
    list: reading
      .input(trashListInputSchema)
      .output(pageSchema(item))
      .handler(({ input, signal }) => trash.page(input, signal)),

    /** The exact number that a search finds. */
    count: reading
      .input(trashFilterSchema)
      .output(z.object({ total: z.number() }))
      .handler(async ({ input }) => ({ total: await trash.count(input.searchTerm) })),

    /** What was deleted, when and by whom; null for what is not in the trash. */
    get: reading
      .input(z.strictObject({ id: z.string() }))
      .output(z.nullable(item))
      .handler(async ({ input }) => (await trash.find(input.id)) ?? null),

    /** Deletes for good. Returns the ids of what was in the trash. SESSION_EXPIRED unless reauthenticated. */
    remove: deleting
      .input(trashIdsSchema)
      .output(z.object({ removed: z.array(z.uuid()) }))
      .handler(async ({ input: { ids }, context: { session } }) => {
        const removed = await withActor(session.actor, (tx) => deleteForGood(tx, ids, session.actor))
        if (removed.length > 0) tell(session, removed.length, removed.length === 1)
        return { removed }
      }),

    /** Deletes all for good that was deleted until a moment, by many at a time. SESSION_EXPIRED unless reauthenticated. */
    empty: deleting.input(trashUntilSchema).handler(async ({ input: { until }, context: { session } }) => {
      const { actor } = session
      const removed = await emptyOf(trash, until, actor, (tx, ids) => deleteForGood(tx, ids, actor))
      if (removed > 0) tell(session, removed, false)
    }),
  }
}
