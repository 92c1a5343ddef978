import { bigint, customType, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { isPlaceholder } from '#base/lib/no-address.ts'

/** `timestamptz`, in JavaScript a `Date`. */
export const instant = (name = '') => timestamp(name, { withTimezone: true, mode: 'date' })

/** Text sorted by the root collation of Unicode (ICU), which suits every script. */
export const sortedText = customType<{ data: string }>({ dataType: () => 'text collate "und-x-icu"' })

/** Text in which numbers are sorted as people count, in digits of any script: `A 2` before `a 10`. */
export const countedText = customType<{ data: string }>({ dataType: () => 'text collate "public"."counted"' })

/** Text compared by bytes. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** An address of mail; null for a user without one, for whom a placeholder is stored (`placeholderOf`). */
export const mailAddress = customType<{ data: string | null; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (stored) => (isPlaceholder(stored) ? null : stored),
})

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** What is stored of every versioned row. */
export const storedColumns = () => ({
  id: uuid().primaryKey().$defaultFn(newId),
  /** Grows by one with every change; an edit names the version it is based on. */
  version: integer().notNull().default(1),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
})

/**
 * A table with a row for each statement that changed another one, by a trigger: equal rows mean no change. `added` is
 * the number of rows that the statement added, negative for removed ones; its sum is the size of the table.
 */
export const changeTable = (name: string) =>
  pgTable(name, {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    added: integer().notNull().default(0),
  })
export type ChangeTable = ReturnType<typeof changeTable>
