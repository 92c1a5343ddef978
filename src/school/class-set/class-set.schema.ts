import * as z from 'zod/mini'

export const classSetIdSchema = z.strictObject({ id: z.string() })
export const ofBookSchema = z.strictObject({ bookId: z.uuid() })
export const ofBorrowerSchema = z.strictObject({ borrowerId: z.uuid() })

/** A class set: many copies of one book that a class, or a borrower such as its teacher, has together. */
export const classSetSchema = z.object({
  id: z.uuid(),
  bookId: z.uuid(),
  title: z.string(),
  /** Name of the class or borrower; null once the loans have forgotten who it was. */
  name: z.nullable(z.string()),
  borrowerId: z.nullable(z.uuid()),
  classId: z.nullable(z.uuid()),
  lentAt: z.date(),
  /** The first day on which one of the copies that are out is due; null where all are back. */
  dueOn: z.nullable(z.string()),
  /** Whether that day is over, where the library is. */
  isLate: z.boolean(),
  out: z.int(),
  total: z.int(),
})
export type ClassSet = z.infer<typeof classSetSchema>

/** A copy of a class set: out, back, or lost, and then owed until that is settled. */
const setCopySchema = z.object({
  loanId: z.uuid(),
  copyId: z.uuid(),
  number: z.string(),
  state: z.enum(['out', 'back', 'owed', 'settled']),
  /** The day on which it is due, came back or was lost. */
  day: z.string(),
  isLate: z.boolean(),
})
export type SetCopy = z.infer<typeof setCopySchema>

/** A class set with its copies, by number. */
export const wholeSetSchema = z.extend(classSetSchema, { copies: z.array(setCopySchema) })
export type WholeSet = z.infer<typeof wholeSetSchema>

export const classSetsSchema = z.array(classSetSchema)
