import { eq, isNull, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { readDb } from '#base/db/connection/client.server.ts'
import { filtersOf } from '#base/db/list/filter.server.ts'
import { defineList, type Filter } from '#base/db/list/list.server.ts'
import { pageWithTotal, quickPage } from '#base/db/list/answered-page.server.ts'
import { countRows } from '#base/db/list/page.server.ts'
import { userChange } from '#base/db/tables/user-change.ts'
import { hasNeverSignedIn, shownAddress, user } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'
import { restRoutes } from '#base/openapi/rest-routes.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { userColumns } from '../user-row.server.ts'
import {
  userFilterSchema,
  userListInputSchema,
  userListSchema,
  userPageSchema,
  type User,
  type UserFilter,
} from '../user.schema.ts'
import type { UserSort } from './user-search.schema.ts'

/** The users as a list: sorted, counted, searched by name and address. */
const userList = defineList<User>({
  name: 'user',
  table: user,
  id: user.id,
  changes: userChange,
  orders: {
    name: { keys: [user.sortName, user.email] },
    'name-desc': { keys: [user.sortName, user.email], isDescending: true },
    email: { keys: [user.email] },
    'email-desc': { keys: [user.email], isDescending: true },
    added: { keys: [], isDescending: true },
    'added-asc': { keys: [] },
  } satisfies Record<UserSort, unknown>,
  rows: ({ extraColumns, where, orderBy, limit }) =>
    readDb()
      .select({ ...userColumns, ...extraColumns })
      .from(user)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
  search: { allWords: user.allWords, indexedWords: user.walkWords, indexedColumns: [] },
})

const MINUTE = 60_000

const STATES: Record<NonNullable<UserFilter['state']>, () => SQL | Filter> = {
  unverified: () => sql`(${eq(user.emailVerified, false)} and ${shownAddress(user.email)} is not null)`,
  notOnboarded: () => isNull(user.onboardedAt),
  neverSignedIn: () => hasNeverSignedIn,
  // A ban ends without a change of the table, so its total is cached for a minute only.
  banned: () => {
    const at = new Date(Math.floor(now().getTime() / MINUTE) * MINUTE)
    const isStill = sql`(${user.banExpires} is null or ${user.banExpires} > ${at})`
    return { condition: sql`(${user.banned} and ${isStill})`, key: `banned at ${at.toISOString()}` }
  },
}

/** Users with this role among others. Splits only the few that have several, since that costs much more. */
const hasRole = (role: string): SQL => {
  const isAmong = sql`${role} = any(string_to_array(replace(${user.role}, ' ', ''), ','))`
  // Matches the predicate of the index `user_filtered_index`.
  return sql`(${user.role} = ${role} or (${user.role} <> 'user' and ${isAmong}))`
}

/** The condition of the filters, without the search, and its cache key. */
const userFilter = filtersOf<Omit<UserFilter, 'searchTerm'>>({
  role: hasRole,
  state: (state) => STATES[state](),
})

const queryOf = (input: z.output<typeof userListInputSchema>, signal: AbortSignal | undefined) => ({
  ...input,
  filter: userFilter(input),
  signal,
})

/** A page of users with its exact total. */
export const list = procedure('user:list', { mayLag: true })
  .route(restRoutes({ path: '/users', one: 'user', many: 'users' }).list)
  .input(userListInputSchema)
  .output(userListSchema)
  .handler(({ input, signal }) => pageWithTotal(userList, queryOf(input, signal)))

/** A page of users without waiting for the total: it is null while it is being counted; `count` returns it. */
export const listPage = procedure('user:list', { mayLag: true })
  .input(userListInputSchema)
  .output(userPageSchema)
  .handler(({ input, signal }) => quickPage(userList, queryOf(input, signal)))

/** The exact number of users of a list. */
export const count = procedure('user:list', { mayLag: true })
  .input(userFilterSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => ({
    total: await countRows(userList, { searchTerm: input.searchTerm, filter: userFilter(input) }),
  }))
