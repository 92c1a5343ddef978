import { sql, type Placeholder } from 'drizzle-orm'

/**
 * A number of rows that stands in the text of a statement, where Drizzle makes a number a parameter. Its types know numbers and
 * placeholders, it takes any SQL.
 */
export const literalLimit = (rows: number): Placeholder => sql.raw(String(Math.trunc(rows))) as unknown as Placeholder
