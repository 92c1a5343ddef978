import * as z from 'zod/mini'
import { withDescription } from '#base/lib/schema-meta.ts'

/** Who owes a copy that is lost. */
export const owesSchema = withDescription(
  z._default(z.enum(['borrower', 'nobody']), 'borrower'),
  'Who owes a copy on loan that is lost: the borrower who has it, or nobody (`waived`).',
  'borrower',
)
export type Owes = z.output<typeof owesSchema>

/** How a lost copy was settled. */
export const settledAsSchema = z.enum(['back', 'replaced', 'paid', 'waived'])
export type SettledAs = z.output<typeof settledAsSchema>
