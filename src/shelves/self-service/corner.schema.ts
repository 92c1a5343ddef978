import * as z from 'zod/mini'
import { bookSummarySchema } from '#catalogue/book/book.schema.ts'
import { requiredLine } from '#base/lib/form/line-schema.ts'

/** What a place is called, and whether it takes copies back without a card. */
export const openCornerSchema = z.strictObject({
  name: requiredLine(60, 'name_required'),
  returnsWithoutCard: z.boolean(),
})
export type OpenCorner = z.infer<typeof openCornerSchema>

export const cornerIdSchema = z.strictObject({ id: z.uuid() })

/** A corner as those at the desk see it. */
export const listedCornerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  openedBy: z.nullable(z.string()),
  openedAt: z.date(),
  lastSeenAt: z.nullable(z.date()),
  returnsWithoutCard: z.boolean(),
  isLocked: z.boolean(),
})
export type ListedCorner = z.infer<typeof listedCornerSchema>

/** A scan of a card or a copy: `keys` as at the desk. */
export const cornerScanInputSchema = z.strictObject({
  actId: z.uuid(),
  code: z.string().check(z.minLength(1), z.maxLength(200)),
  keys: z.optional(z.string().check(z.maxLength(200))),
})
export type CornerScanInput = z.infer<typeof cornerScanInputSchema>

/** What was done in a turn. */
const cornerActSchema = z.object({
  actId: z.uuid(),
  book: z.pick(bookSummarySchema, { id: true, title: true, author: true, genre: true }),
  /** The day until which it was lent; null where it came back. */
  dueOn: z.nullable(z.string()),
})
export type CornerAct = z.infer<typeof cornerActSchema>

/** What the page of a corner shows. Built anew for each answer: of the open borrower it has the first name alone. */
export const cornerStateSchema = z.object({
  name: z.string(),
  returnsWithoutCard: z.boolean(),
  isLocked: z.boolean(),
  /** The turn of the open borrower; null while nobody's card was scanned. */
  turn: z.nullable(
    z.object({
      firstName: z.string(),
      have: z.int(),
      most: z.int(),
      /** Milliseconds until it ends by itself. */
      left: z.int(),
      acts: z.array(cornerActSchema),
    }),
  ),
})
export type CornerState = z.infer<typeof cornerStateSchema>

const RESULTS = ['card', 'lent', 'returned', 'repeated', 'card_first', 'desk', 'locked'] as const

/** What a scan came to, and the page after it. */
export const cornerScanAnswerSchema = z.object({
  /** `card_first`: the card is to be scanned before. `desk`: nothing was done, for whichever reason. */
  result: z.enum(RESULTS),
  /** The title of a copy that came back without a card. */
  title: z.nullable(z.string()),
  /** Whether what came back is to be handed in at the desk. */
  isForDesk: z.boolean(),
  state: cornerStateSchema,
})
export type CornerScanAnswer = z.infer<typeof cornerScanAnswerSchema>
