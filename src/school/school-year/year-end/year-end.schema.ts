import * as z from 'zod/mini'
import { BATCH_STATES } from '#base/lib/batch-states.ts'

/** Borrowers who are named in one request at most. */
const MOST_IDS = 20_000

/** Of a class: the id of its next class, that its pupils leave the school, or that they stay. */
const nextSchema = z.union([z.enum(['leave', 'stay']), z.uuid()])

/** What a year end is to do: `next` by the ids of classes, and who repeats the year. */
export const yearEndInputSchema = z.strictObject({
  next: z.record(z.uuid(), nextSchema),
  repeats: z.array(z.uuid()).check(z.maxLength(MOST_IDS)),
  /** The mark of the preview that was seen. */
  seen: z.string().check(z.maxLength(64)),
  /** Confirms a year end a short while after another one. */
  isAgain: z.boolean(),
})
export type YearEndInput = z.infer<typeof yearEndInputSchema>

const yearEndClassSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** `left`: the group of those who have left and have or owe books. */
  kind: z.enum(['class', 'left']),
  pupils: z.int(),
  /** How many of them have or owe books. */
  owing: z.int(),
  /** What is suggested. */
  next: nextSchema,
})
export type YearEndClass = z.infer<typeof yearEndClassSchema>

/** A year end with how far it is, and what has become of how many borrowers. */
export const yearEndSchema = z.object({
  id: z.uuid(),
  state: z.enum(BATCH_STATES),
  isUndoing: z.boolean(),
  total: z.int(),
  processed: z.int(),
  startedAt: z.date(),
  moved: z.int(),
  repeated: z.int(),
  trashed: z.int(),
  left: z.int(),
  /** Left alone: in another class meanwhile, or not there. */
  refused: z.int(),
  /** Left alone by the undo. */
  kept: z.int(),
})
export type YearEnd = z.infer<typeof yearEndSchema>

export const yearEndPreviewSchema = z.object({
  classes: z.array(yearEndClassSchema),
  /** Teachers, members and borrowers without a class, whom it leaves alone. */
  others: z.int(),
  /** Changes with the classes and who is in them. */
  mark: z.string(),
  /** The last year end that was not undone, of the last half year. */
  last: z.nullable(yearEndSchema),
})
export type YearEndPreview = z.infer<typeof yearEndPreviewSchema>

export const groupOfPupilsSchema = z.strictObject({ groupId: z.uuid() })
const pupilSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  card: z.string(),
  schoolNumber: z.string(),
  isOwing: z.boolean(),
})
export type Pupil = z.infer<typeof pupilSchema>
export const pupilsSchema = z.array(pupilSchema)

export const groupsOfLeaversSchema = z.strictObject({ groupIds: z.array(z.uuid()).check(z.maxLength(300)) })
const owingSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  className: z.string(),
  /** Books that are out, how many of them are late, and lost ones that are owed. */
  out: z.int(),
  late: z.int(),
  owes: z.int(),
})
export type OwingPupil = z.infer<typeof owingSchema>
export const owingPupilsSchema = z.array(owingSchema)

export const yearEndIdSchema = z.strictObject({ id: z.uuid() })
export const startedYearEndSchema = z.object({ id: z.uuid() })

/** Borrowers whom a year end or its undo has left alone. */
export const leftAloneSchema = z.array(
  z.object({
    at: z.int(),
    /** Null for a borrower who is not there any more. */
    name: z.nullable(z.string()),
    className: z.nullable(z.string()),
    why: z.enum(['changed', 'missing', 'taken']),
  }),
)
