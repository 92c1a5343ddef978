import { bigint, customType, pgTable, timestamp } from 'drizzle-orm/pg-core'

/** A moment: `timestamptz`, in JavaScript a `Date`. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

/** Text that sorts as people expect in every script: the root collation of Unicode (ICU). */
export const sortedText = customType<{ data: string }>({ dataType: () => 'text collate "und-x-icu"' })

/** Text that is compared byte by byte. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A table with a row for each statement that changed another one, by a trigger: whoever sees the same rows there sees the same rows here. */
export const changeTable = (name: string) =>
  pgTable(name, { id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity() })
export type ChangeTable = ReturnType<typeof changeTable>
