import { sql } from 'drizzle-orm'
import { borrowerGroup } from '#base/db/tables/borrower.ts'

/** The rules for who is in no group. */
const RULES = { loanDays: 14, booksAtATime: 5, renewals: 2 }

/** The rules of lending for a borrower, joined with the group. */
export const ruleColumns = {
  loanDays: sql<number>`coalesce(${borrowerGroup.loanDays}, ${RULES.loanDays})`,
  booksAtATime: sql<number>`coalesce(${borrowerGroup.booksAtATime}, ${RULES.booksAtATime})`,
  renewals: sql<number>`coalesce(${borrowerGroup.renewals}, ${RULES.renewals})`,
}
