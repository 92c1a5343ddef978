import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { savedView } from '#base/db/tables/saved-view.ts'
import { user } from '#base/db/tables/user.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { problemsOf } from '#base/i18n/issue-message.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { requireAccess } from '#base/rpc/procedure.server.ts'
import { serverSlices } from '#kit/slice.server.ts'
import type { View, ViewList } from './view.schema.ts'

type Search = Record<string, string>

/** What the slice of a list says of its views. VALIDATION_ERROR at `list` where the product has no such list. */
function viewsOf(list: ViewList) {
  const [views] = serverSlices().flatMap((slice) => slice.views?.[list] ?? [])
  if (!views) throw createError('VALIDATION_ERROR', { fields: { list: { key: 'validation_invalid' } } })
  return views
}

export const requireList = (session: CurrentSession, list: ViewList) => requireAccess(session, viewsOf(list).access)

/** A search as a view of the list stores it. VALIDATION_ERROR at `search` and the parameter. */
export function checkSearch(list: ViewList, search: Search): Search {
  const { error, data } = viewsOf(list).search.safeParse(search)
  if (!error) return withoutAbsent(data)
  const problems = Object.entries(problemsOf(error.issues)).map(([name, problem]) => [`search.${name}`, problem])
  throw createError('VALIDATION_ERROR', { fields: Object.fromEntries(problems) })
}

/** What of a stored search the list still has: a parameter or value that is no more counts as absent. */
function validSearch(list: ViewList, stored: Search): Search {
  const shape: Record<string, z.ZodMiniType> = viewsOf(list).search.shape
  const found = Object.entries(shape).map(([name, schema]) => {
    const { success, data } = schema.safeParse(stored[name])
    return [name, success ? data : schema.safeParse(undefined).data]
  })
  return withoutAbsent(Object.fromEntries(found))
}

/** The parameters that are set, as texts, as in an address. */
const withoutAbsent = (search: Record<string, string | number | undefined>): Search =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** The views that a user sees: their own, and those for all managers; those of one list, or one by its id. */
export async function selectViews(
  { user: me }: CurrentSession,
  one: { list: ViewList } | { id: string },
  on: Queryable = db,
): Promise<View[]> {
  const rows = await on
    .select({
      id: savedView.id,
      list: sql<ViewList>`${savedView.list}`,
      name: savedView.name,
      isShared: sql<boolean>`${savedView.ownerId} is null`,
      search: savedView.search,
      isMine: sql<boolean>`coalesce(${savedView.ownerId}, ${savedView.sharedById}) is not distinct from ${me.id}`,
      sharedBy: user.name,
      version: savedView.version,
      createdAt: savedView.createdAt,
      updatedAt: savedView.updatedAt,
    })
    .from(savedView)
    .leftJoin(user, eq(user.id, savedView.sharedById))
    .where(
      and(
        'id' in one ? eq(savedView.id, requireId(one.id)) : eq(savedView.list, one.list),
        or(eq(savedView.ownerId, me.id), isNull(savedView.ownerId)),
      ),
    )
    .orderBy(sql`public.sort_key(${savedView.name}) collate "und-x-icu"`, savedView.id)
  return rows.map((row) => ({ ...row, search: validSearch(row.list, row.search) }))
}

/** One view that the user sees; NOT_FOUND, also for one that is another user's own. */
export async function findView(session: CurrentSession, id: string, on: Queryable = db): Promise<View> {
  const view = requireRow(await selectViews(session, { id }, on))
  requireList(session, view.list)
  return view
}
