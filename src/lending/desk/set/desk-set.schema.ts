import * as z from 'zod/mini'
import { COPY_CONDITIONS } from '#catalogue/book/copy-condition.words.ts'
import { noticeSchema } from '../desk-parts.schema.ts'

/** Copies of a class set, at most: those of one book that one class has. */
const MOST_COPIES = 300

const copyIdsSchema = z.array(z.uuid()).check(z.minLength(1), z.maxLength(MOST_COPIES))

/** Copies of a book that are lent together, to a class as a whole (`groupId`) or to a borrower, such as its teacher. */
export const setInputSchema = z
  .strictObject({
    /** Made by the browser for each act: the same act sent again is done once. */
    actId: z.uuid(),
    bookId: z.uuid(),
    copyIds: copyIdsSchema,
    groupId: z.optional(z.uuid()),
    borrowerId: z.optional(z.uuid()),
    /** The day on which all are due; by the rules of the group where it is not given. */
    dueOn: z.optional(z.iso.date()),
  })
  .check(z.refine(({ groupId, borrowerId }) => (groupId === undefined) !== (borrowerId === undefined)))
export type SetInput = z.infer<typeof setInputSchema>

/** A copy that was to be lent with a class set and was not. */
const leftCopySchema = z.object({
  number: z.string(),
  /** `on_loan` and `held` say of whom and until when by the notice. */
  reason: z.enum(['on_loan', 'held', 'not_lent', 'other_book']),
  /** Because of which it is `not_lent`: lost, withdrawn or not for loan. */
  condition: z.enum(COPY_CONDITIONS),
  /** The borrower with the class or group, or the class that has it as a set. */
  who: z.nullable(z.object({ name: z.string(), group: z.nullable(z.string()) })),
  day: z.nullable(z.string()),
})
export type LeftCopy = z.infer<typeof leftCopySchema>

/** What became of a class set that was to be lent. */
export const setAnswerSchema = z.object({
  actId: z.uuid(),
  /** Null where no copy was lent. */
  setId: z.nullable(z.uuid()),
  /** Name of the class or borrower. */
  name: z.string(),
  title: z.string(),
  dueOn: z.string(),
  count: z.int(),
  left: z.array(leftCopySchema),
})
export type SetAnswer = z.infer<typeof setAnswerSchema>

/** Copies of a class set that are back. */
export const setReturnInputSchema = z.strictObject({
  actId: z.uuid(),
  setId: z.uuid(),
  loanIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MOST_COPIES)),
})
export type SetReturnInput = z.infer<typeof setReturnInputSchema>

/** What of a class set is back, and which copies are missing. */
export const setReturnAnswerSchema = z.object({
  actId: z.uuid(),
  setId: z.uuid(),
  name: z.string(),
  title: z.string(),
  /** How many copies came back by this act. */
  count: z.int(),
  /** The numbers of the copies that are still out. */
  missing: z.array(z.string()),
  /** For whom copies were put aside. */
  notices: z.array(noticeSchema),
})
export type SetReturnAnswer = z.infer<typeof setReturnAnswerSchema>

/** Another due day for what of a class set is out. */
export const setDayInputSchema = z.strictObject({ setId: z.uuid(), dueOn: z.iso.date() })
