import { and, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { can } from '#auth/permissions.ts'
import { db } from '#db/client.server.ts'
import { activity } from '#db/tables/activity.ts'
import { book } from '#db/tables/book.ts'
import { user } from '#db/tables/user.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { changesOf, genresOf } from './activity-changes.server.ts'
import {
  ACTIONS,
  activityOfInputSchema,
  activityPageInputSchema,
  activityPageSchema,
  type Activity,
  type ActivityPage,
} from './activity.schema.ts'

type Place = Pick<z.output<typeof activityPageInputSchema>, 'cursor' | 'limit'>

const actor = alias(user, 'actor')
const seenAs = alias(user, 'seen_as')
const subject = alias(user, 'subject')

const callOf = (person: typeof actor | typeof seenAs): SQL<string | null> =>
  sql<string | null>`coalesce(nullif(${person.name}, ''), ${person.email})`

const selectRows = () =>
  db
    .select({
      row: activity,
      actorName: callOf(actor),
      seenAs: { id: seenAs.id, name: callOf(seenAs) },
      isThere: sql<boolean>`${book.id} is not null or ${subject.id} is not null`,
    })
    .from(activity)
    .leftJoin(actor, eq(actor.id, activity.actorId))
    .leftJoin(seenAs, eq(seenAs.id, activity.inNameOf))
    .leftJoin(book, and(eq(activity.subjectKind, 'book'), eq(book.id, activity.subjectId)))
    .leftJoin(subject, and(eq(activity.subjectKind, 'user'), eq(subject.id, activity.subjectId)))

type Row = Awaited<ReturnType<typeof selectRows>>[number]

const before = ({ cursor }: Place): SQL | undefined =>
  cursor === undefined ? undefined : lt(activity.id, Number(cursor))

/** A page of what a condition allows, newest first. */
async function pageOf(place: Place, condition: SQL | undefined): Promise<ActivityPage> {
  const rows = await selectRows()
    .where(and(condition, before(place)))
    .orderBy(desc(activity.id))
    .limit(place.limit + 1)
  const shown = rows.slice(0, place.limit)
  const genres = await genresOf(shown.map(({ row }) => row))
  const last = rows.length > place.limit ? shown.at(-1) : undefined
  return {
    items: shown.map((one) => ({ ...read(one), changes: changesOf(one.row, genres) })),
    nextCursor: last ? String(last.row.id) : null,
  }
}

function read({ row, actorName, seenAs: seen, isThere }: Row): Omit<Activity, 'changes'> {
  return {
    id: row.id,
    at: row.at,
    actor: { kind: row.actorKind, id: actorName === null ? null : row.actorId, name: actorName },
    inNameOf: row.inNameOf === null ? null : { id: seen?.id ?? null, name: seen?.name ?? null },
    action: ACTIONS.find((action) => action === row.action) ?? `${row.subjectKind}.update`,
    subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName, isThere },
  }
}

/** All that was done, newest first; what was done to users only for those who may see users. */
const list = procedure('apps:manager')
  .input(activityPageInputSchema)
  .output(activityPageSchema)
  .handler(({ input, context }) =>
    pageOf(input, can(context.session.user.role, 'user:get') ? undefined : eq(activity.subjectKind, 'book')),
  )

/** What was done to a book, also to one that is gone. */
const ofBook = procedure('apps:manager')
  .input(activityOfInputSchema)
  .output(activityPageSchema)
  .handler(({ input }) => pageOf(input, and(eq(activity.subjectId, input.id), eq(activity.subjectKind, 'book'))))

/** What was done to a user, and what that user did. */
const ofUser = procedure('user:get')
  .input(activityOfInputSchema)
  .output(activityPageSchema)
  .handler(({ input }) => {
    // Of each kind a page by its own index: `or` would sort all that a busy person has ever done.
    const ids = (condition: SQL) =>
      db
        .select({ id: activity.id })
        .from(activity)
        .where(and(condition, before(input)))
        .orderBy(desc(activity.id))
        .limit(input.limit + 1)
    const either = unionAll(ids(eq(activity.subjectId, input.id)), ids(eq(activity.actorId, input.id)))
    return pageOf(input, inArray(activity.id, either))
  })

export const activityRouter = { list, ofBook, ofUser }
