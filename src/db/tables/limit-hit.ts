import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#lib/id.ts'
import { instant } from './columns.ts'

/** One thing done of which only so many may be done in a while, such as asking for a code. `key` names thing and doer. */
export const limitHit = pgTable(
  'limit_hit',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    key: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [index('limit_hit_key_at_index').on(table.key, table.at), index('limit_hit_at_index').on(table.at)],
)
