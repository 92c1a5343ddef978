import * as z from 'zod/mini'
import { wholeNumber } from '#base/lib/list/list-input.ts'
import { withDescription } from '#base/lib/schema-meta.ts'

/** A late loan, or class set: whose it is, and of what. */
const overdueLoanSchema = z.object({
  id: z.uuid(),
  /** Null, as is all that is of a borrower, where a class has copies of a class set as a whole. */
  borrowerId: z.nullable(z.uuid()),
  borrower: z.string(),
  /** Number of the library card, which tells people of one name apart. */
  card: z.string(),
  /** Empty where there is none. */
  schoolNumber: z.string(),
  /** Name of the class or group of the borrower now. */
  group: z.nullable(z.string()),
  bookId: z.uuid(),
  title: z.string(),
  author: z.string(),
  number: z.string(),
  /** The class set, of which so many copies are late: one entry for all of them. */
  set: z.nullable(z.object({ id: z.uuid(), count: z.int() })),
  dueOn: z.string(),
  /** Days since it was due, by the day of the library. */
  daysLate: z.int(),
})
export type OverdueLoan = z.output<typeof overdueLoanSchema>

/** Days of which the page offers that a loan is late for so many at least. */
export const LATE_DAYS = [1, 7, 14, 30, 90]

/** Only the loans of a class or group, or those that are late for so many days at least. */
export const overdueFilterSchema = z.strictObject({
  groupId: z.optional(
    withDescription(z.uuid(), 'Only those of this class or group.', '01a1fc5f-3ab8-7b11-8c2d-9e0f1a2b3c4d'),
  ),
  days: z._default(withDescription(wholeNumber(1, 365), 'Only those that are late for so many days at least.', 7), 1),
})
export type OverdueFilter = z.output<typeof overdueFilterSchema>

/** The search parameters of a filter; those that narrow nothing are left out. */
interface LateSearch {
  groupId?: string | undefined
  days?: number | undefined
}
export const lateSearch = ({ groupId, days }: OverdueFilter): LateSearch => ({
  groupId,
  days: days === 1 ? undefined : days,
})

/** A filter from the search parameters of an address; what is no number of days is one. */
export const lateFilter = ({ groupId, days = 1 }: LateSearch): OverdueFilter => ({
  ...(groupId !== undefined && { groupId }),
  days: Math.min(365, Math.max(1, days)),
})

/** All late loans by class, borrower and day. */
export const overdueSchema = z.object({
  items: z.array(overdueLoanSchema),
  total: z.int(),
  /** The day in the library, which stands on every sheet. */
  day: z.string(),
})
