import * as z from 'zod/mini'
import { plainLine } from '#base/lib/form/line-schema.ts'
import { borrowersChosenSchema } from '#lending/borrower/borrower.schema.ts'
import { copiesChosenSchema } from '#lending/copy/bulk/copy-bulk.schema.ts'
import { labelWhichSchema } from './label-search.schema.ts'

/** Labels and cards that are written at a time; the rest follows once these are noted as printed. */
export const LABELS_MAX = 3000

const range = { which: labelWhichSchema, from: z.optional(plainLine(30)), to: z.optional(plainLine(30)) }

/** Which copies get a label: by when it was printed and by number, or those selected in the list. */
export const copyLabelsInputSchema = z.union([z.strictObject(range), z.strictObject({ chosen: copiesChosenSchema })])

/** Which borrowers get a library card. */
export const cardsInputSchema = z.union([
  z.strictObject({ ...range, groupId: z.optional(z.uuid()) }),
  z.strictObject({ chosen: borrowersChosenSchema }),
])

const copyLabelSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  title: z.string(),
  shelfMark: z.string(),
})
/** What the label of a copy says. */
export type CopyLabel = z.infer<typeof copyLabelSchema>
/** The first labels, in the order of the numbers, and how many there are in all. */
export const copyLabelsSchema = z.object({ items: z.array(copyLabelSchema), total: z.int() })

const cardLabelSchema = z.object({ id: z.uuid(), number: z.string(), name: z.string(), group: z.string() })
/** What a library card says. */
export type CardLabel = z.infer<typeof cardLabelSchema>
/** The first library cards, by class and name, how many there are in all, and the name of the library. */
export const cardsSchema = z.object({ items: z.array(cardLabelSchema), total: z.int(), library: z.string() })
