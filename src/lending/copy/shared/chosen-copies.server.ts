import { and, eq, not, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { conditionOf } from '#base/db/list/condition.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { isAmong } from '#base/db/trash.server.ts'
import type { copiesChosenSchema } from '../bulk/copy-bulk.schema.ts'
import { copyRowsList, narrowedTo } from '../copy-list.server.ts'

/** The condition of the copies that are selected in a list. */
export async function chosenCopies(chosen: z.output<typeof copiesChosenSchema>): Promise<SQL | undefined> {
  if ('ids' in chosen) return eq(copy.id, isAmong(chosen.ids))
  const { filter, except } = chosen
  const found = await conditionOf(copyRowsList, { searchTerm: filter.searchTerm, filter: narrowedTo(filter) })
  return and(found, not(eq(copy.id, isAmong(except))))
}
