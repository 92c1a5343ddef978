import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { rowIdsSchema } from '#kit/row-bulk/shared/row-bulk.schema.ts'
import { copyFilterSchema, copyInputSchema, type CopyInput } from '../copy.schema.ts'

/** Selects copies: by ids, or all that a search and a filter find, except some. */
export const copiesChosenSchema = z.union([
  z.strictObject({ ids: rowIdsSchema.check(z.minLength(1)) }),
  z.strictObject({ filter: copyFilterSchema, except: rowIdsSchema }),
])
export type CopiesChosen = z.input<typeof copiesChosenSchema>

/** What can be set for many copies: all but the number. */
const valuesSchema = changesOf(z.omit(copyInputSchema, { number: true })).check(
  z.refine((values) => Object.keys(values).length > 0, { error: problemKey('validation_required') }),
  z.refine(({ condition, withdrawnReason = '' }) => condition !== 'withdrawn' || withdrawnReason !== '', {
    error: problemKey('validation_required'),
    path: ['withdrawnReason'],
  }),
)
export type CopyValues = Partial<Omit<CopyInput, 'number'>>

/** What is done to many copies: values are set, they are deleted, or each book that has none gets one. */
export const copyBulkInputSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), copies: copiesChosenSchema, values: valuesSchema }),
  z.strictObject({ kind: z.literal('delete'), copies: copiesChosenSchema }),
  z.strictObject({ kind: z.literal('add') }),
])
export type CopyBulkInput = z.input<typeof copyBulkInputSchema>
