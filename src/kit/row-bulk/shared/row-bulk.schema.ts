import * as z from 'zod/mini'
import { BATCH_STATES } from '#base/lib/batch-states.ts'
import { ROW_REASONS } from '#base/lib/row-reasons.ts'
import { nextCursorSchema, pageInput } from '#base/lib/list/page-input.ts'

/** Maximum ids per request; a larger set is selected by its search and filter. */
const IDS_MAX = 20_000
export const rowIdsSchema = z.array(z.uuid()).check(z.maxLength(IDS_MAX))

/** A bulk change. Its counts are the expected ones of rows whose turn is yet to come. */
export const rowBulkSchema = z.object({
  id: z.uuid(),
  state: z.enum(BATCH_STATES),
  kind: z.enum(['set', 'delete', 'add']),
  /** The change is being undone, or its undo has failed. */
  isUndoing: z.boolean(),
  total: z.number(),
  /** Rows that the current step has processed. An undo counts down to 0. */
  processed: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** Rows that the undo left alone; `gone` counts those of them that are not there any more. */
  kept: z.number(),
  gone: z.number(),
})
export type RowBulk = z.infer<typeof rowBulkSchema>

export const rowBulkIdSchema = z.strictObject({ id: z.uuid() })
export const rowBulkMoveSchema = z.strictObject({ id: z.uuid(), to: z.enum(['cancel', 'undo']) })
/** The bulk change of the caller that runs; null where none does. */
export const runningRowBulkSchema = z.object({ id: z.nullable(z.uuid()) })

const resultSchema = z.enum(['changed', 'unchanged', 'refused'])
const reasonSchema = z.nullable(z.enum(ROW_REASONS))

export const rowBulkRowsInputSchema = z.strictObject({
  id: z.uuid(),
  result: z.enum([...resultSchema.options, 'kept']),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  limit: pageInput.limit,
})

const rowSchema = z.object({
  at: z.number(),
  rowId: z.uuid(),
  name: z.string(),
  result: resultSchema,
  reason: reasonSchema,
  kept: reasonSchema,
})
export type RowBulkRow = z.infer<typeof rowSchema>
export const rowBulkRowsSchema = z.object({ items: z.array(rowSchema), nextCursor: nextCursorSchema })

/** What a change would do, in numbers of rows. */
export const rowBulkPreviewSchema = z.object({
  changed: z.number(),
  unchanged: z.number(),
  refused: z.array(z.object({ reason: z.enum(ROW_REASONS), count: z.number() })),
})
export type RowBulkPreview = z.infer<typeof rowBulkPreviewSchema>
