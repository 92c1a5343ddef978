import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { instant } from './columns.ts'

/** An action counted by a rate limit, such as a request for a code. `key` names the action and who did it. */
export const limitHit = pgTable(
  'limit_hit',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    key: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [index('limit_hit_key_at_index').on(table.key, table.at), index('limit_hit_at_index').on(table.at)],
)
