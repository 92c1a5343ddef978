import { and, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { can, readPermission } from '#base/auth/permissions.ts'
import { readTerm } from '#base/db/list/ranks.server.ts'
import { patternOf } from '#base/db/list/search.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { dayAfter, dayStart } from '#base/lib/day-start.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { RECORDED } from '#nouns.ts'
import { ACTIONS } from './activity.schema.ts'
import type { ActivityFilter, ChangeKind } from './activity-search.schema.ts'

/** The kinds of the actions that are not a plain change of fields. */
const KINDS: Readonly<Record<string, ChangeKind>> = {
  create: 'create',
  restore: 'create',
  delete: 'delete',
  import: 'import',
  'delete-for-good': 'delete',
  'undo-import': 'import',
  merge: 'merge',
  split: 'merge',
  'set-role': 'access',
  ban: 'access',
  unban: 'access',
}

/** The name of a change of many rows begins so, whatever it does with them. */
const BULK = /^(undo-)?bulk\b/

function kindOf(recorded: string): ChangeKind {
  const action = recorded.slice(recorded.indexOf('.') + 1)
  return BULK.test(action) ? 'bulk' : (lookUp(KINDS, action) ?? 'update')
}

/** Excludes the nouns that the role may not read. */
export const visibleTo = (role: string): SQL | undefined => {
  const kinds = RECORDED.filter((kind) => can(role, readPermission(kind)))
  return kinds.length === RECORDED.length ? undefined : inArray(activity.subjectKind, kinds)
}

/** The entries of a filter, whose days are those of a time zone. */
export async function matchesFilter(filter: ActivityFilter, timeZone: string): Promise<SQL | undefined> {
  const { actor, from, to } = filter
  return and(
    actor === undefined ? undefined : isBy(actor),
    isOfAction(filter),
    from === undefined ? undefined : gte(activity.at, dayStart(from, timeZone)),
    to === undefined ? undefined : lt(activity.at, dayStart(dayAfter(to), timeZone)),
    await matchesTerm(filter.searchTerm),
  )
}

const isBy = (actor: string): SQL | undefined =>
  actor === 'operator' || actor === 'system' ? eq(activity.actorKind, actor) : eq(activity.actorId, actor)

/** An action names its noun too, so that one index serves both. */
function isOfAction({ change, kind }: ActivityFilter): SQL | undefined {
  if (change === undefined && kind === undefined) return undefined
  const actions = ACTIONS.filter(
    (action) =>
      (kind === undefined || action.startsWith(`${kind}.`)) && (change === undefined || kindOf(action) === change),
  )
  return inArray(activity.action, actions)
}

/** Each word stands in the name of the subject, as in the lists; a term of punctuation alone finds nothing. */
async function matchesTerm(searchTerm: string): Promise<SQL | undefined> {
  if (searchTerm === '') return undefined
  const { words } = await readTerm(searchTerm)
  if (words.length === 0) return sql`false`
  // The expression of the index `activity_subject_words_index`.
  return and(...words.map((word) => sql`public.fold_words(${activity.subjectName}) like ${patternOf(word)}`))
}
