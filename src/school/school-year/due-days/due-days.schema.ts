import * as z from 'zod/mini'

/** One due day for all open loans, or for those of a class; late ones keep theirs unless `includesLate`. */
export const dueDaysInputSchema = z.strictObject({
  dueOn: z.iso.date(),
  groupId: z.nullable(z.uuid()),
  includesLate: z.boolean(),
})
export type DueDaysInput = z.infer<typeof dueDaysInputSchema>

const dueMoveSchema = z.object({
  id: z.uuid(),
  borrower: z.nullable(z.string()),
  className: z.nullable(z.string()),
  title: z.string(),
  before: z.string(),
  after: z.string(),
})
/** A loan whose due day moves. */
export type DueMove = z.infer<typeof dueMoveSchema>

export const dueMovesSchema = z.object({ count: z.int(), items: z.array(dueMoveSchema) })

export const dueDaysPreviewSchema = z.object({
  /** The day itself, or the first open one after it. */
  dueOn: z.string(),
  moves: dueMovesSchema,
  /** How many would be due earlier than now. */
  earlier: z.int(),
  /** Loans that are late, which keep their day or not. */
  late: z.int(),
})

const dueChangeSchema = z.object({
  id: z.uuid(),
  createdAt: z.date(),
  loans: z.int(),
  /** Null for a change of the calendar. */
  dueOn: z.nullable(z.string()),
})
/** A change of the due days of many loans. */
export type DueChange = z.infer<typeof dueChangeSchema>
export const lastDueChangeSchema = z.nullable(dueChangeSchema)

export const changedDueDaysSchema = z.object({ id: z.nullable(z.uuid()), changed: z.int() })
export const dueChangeIdSchema = z.strictObject({ id: z.uuid() })
export const undoneDueDaysSchema = z.object({ restored: z.int(), kept: z.int() })
