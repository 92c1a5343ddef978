import * as z from 'zod/mini'

/** A late loan: whose it is, and of what. */
const overdueLoanSchema = z.object({
  id: z.uuid(),
  borrowerId: z.uuid(),
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
  dueOn: z.string(),
  /** Days since it was due, by the day of the library. */
  daysLate: z.int(),
})
export type OverdueLoan = z.output<typeof overdueLoanSchema>

/** All late loans by class, borrower and day. */
export const overdueSchema = z.object({ items: z.array(overdueLoanSchema), total: z.int() })
