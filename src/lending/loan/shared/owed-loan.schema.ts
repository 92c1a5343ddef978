import * as z from 'zod/mini'
import { bookSummarySchema } from '#catalogue/book/book.schema.ts'

/** A lost copy that is owed. */
export const owedLoanSchema = z.object({
  /** Id of the loan. */
  id: z.uuid(),
  /** When the copy was said to be lost. */
  lostAt: z.date(),
  copy: z.object({ id: z.uuid(), number: z.string() }),
  book: bookSummarySchema,
})
export type OwedLoan = z.infer<typeof owedLoanSchema>
