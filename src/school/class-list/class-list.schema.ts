import * as z from 'zod/mini'
import { fileShapeSchema } from '#exchange/import/import.schema.ts'
import { nextCursorSchema, pageInput } from '#base/lib/list/page-input.ts'

/** An address of mail, as a borrower may have one. */
export const emailPattern = /^\S+@\S+$/

/** What becomes of a row of a list; `absent` stands for a borrower of its classes who is not in it. */
export const PLANNED_RESULTS = ['new', 'same', 'changed', 'moved', 'absent', 'twice', 'refused'] as const
export type PlannedResult = (typeof PLANNED_RESULTS)[number]

/** Why a row is not taken in; those of `twice` are questions that a person can answer. */
export const refusalReasonSchema = z.enum([
  'unreadable',
  'name-missing',
  'name-too-long',
  'class-too-long',
  'heading',
  'sum',
  'number-twice',
  'name-twice',
  'several-here',
  'same-name-elsewhere',
  'number-is-card',
  'number-is-copy',
  'card-is-copy',
  'card-taken',
  'gone',
  'taken',
  'added-since',
  'left-out',
])
export type RefusalReason = z.infer<typeof refusalReasonSchema>

/** A class that the rows of a list name. */
const classOfFileSchema = z.object({
  name: z.string(),
  /** The group that it is; null for one that is made. */
  groupId: z.nullable(z.uuid()),
  /** The library has a class of this name. */
  isHere: z.boolean(),
  isStaff: z.boolean(),
  rows: z.int(),
  /** The group in which most of its people are: it may be this class, renamed since. */
  suggestedId: z.nullable(z.uuid()),
  /** Another writing in the same list, with which it is one class. */
  sameAs: z.optional(z.string()),
})
export type ClassOfFile = z.infer<typeof classOfFileSchema>

/** What a person chooses before a list is taken in. */
export const classListChoicesSchema = z.object({
  /** By the position of a row: left out, another person than those here, or the borrower that it is. */
  rows: z.record(z.string().check(z.regex(/^\d{1,9}$/)), z.union([z.enum(['leave', 'new']), z.uuid()])),
  /** By the name of a class in the file: the group that it is, or null to make one. */
  classes: z.record(z.string(), z.nullable(z.uuid())),
  /** Who has the name of a borrower of a class that is not in the list: asked each, the same, or another person. */
  sameNames: z.enum(['ask', 'same', 'new']),
  /** The class of all rows where no column has one; without it the name of the sheet. */
  className: z.optional(z.string().check(z.maxLength(100))),
  /** A person has looked at a list that would leave most absent. */
  isConfirmed: z.boolean(),
})
export type ClassListChoices = z.infer<typeof classListChoicesSchema>

export const DEFAULT_CLASS_LIST_CHOICES: ClassListChoices = {
  rows: {},
  classes: {},
  sameNames: 'ask',
  isConfirmed: false,
}

/** What of a roster of a school's system is no row of a list, and how the classes of the others were found; in people. */
const rosterFindingsSchema = z.object({
  /** Parents and others of families. */
  families: z.int(),
  /** Deleted, or disabled and in no class. */
  ended: z.int(),
  /** Pupils of several classes. */
  several: z.int(),
  /** Pupils for whom no class could be told. */
  withoutClass: z.int(),
})
export type RosterFindings = z.infer<typeof rosterFindingsSchema>

/** What a list says as a whole. */
export const findingsSchema = z.object({
  /** Tells one preview from another. */
  mark: z.uuid(),
  counts: z.record(z.enum(PLANNED_RESULTS), z.int()),
  /** Of the new, changed and moved ones, those that are left out. */
  leftOut: z.int(),
  classes: z.array(classOfFileSchema),
  /** The class of rows for which no column has one. */
  className: z.string(),
  /** Columns with days of birth, and others that are not kept. */
  births: z.array(z.string()),
  notKept: z.array(z.string()),
  /** Rows of which is asked whether they are someone of another class. */
  elsewhere: z.int(),
  isDoubtful: z.boolean(),
  /** Of a roster only. */
  roster: z.optional(rosterFindingsSchema),
})
export type ClassListFindings = z.infer<typeof findingsSchema>

/** What a preview or report of a list shows beside what every import does. */
export const classListSchema = z.object({
  ...findingsSchema.shape,
  id: z.uuid(),
  choices: classListChoicesSchema,
  /** The class whose lending rules are copied to new classes; null while the library has no class. */
  rulesOf: z.nullable(z.string()),
  /** How many of the borrowers who were added are still here, and stay after an undo. */
  groupsMade: z.int(),
})
export type ClassList = z.infer<typeof classListSchema>

/** Corrections before the start. Properties that are left out do not change. */
export const classListChangeSchema = z.object({
  id: z.uuid(),
  shape: z.optional(fileShapeSchema),
  columns: z.optional(z.record(z.string(), z.int().check(z.minimum(0)))),
  choices: z.optional(classListChoicesSchema),
})

export const classListRowsInputSchema = z.object({
  id: z.uuid(),
  result: z.optional(z.enum([...PLANNED_RESULTS, 'kept'])),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  limit: pageInput.limit,
})

const personSchema = z.object({
  name: z.optional(z.string()),
  className: z.optional(z.string()),
  schoolNumber: z.optional(z.string()),
  card: z.optional(z.string()),
  email: z.optional(z.string()),
})

/** A row of a list with what becomes of it, or became. */
const classListRowSchema = z.object({
  at: z.int(),
  row: z.int(),
  result: z.enum(PLANNED_RESULTS),
  reason: z.nullable(refusalReasonSchema),
  otherRow: z.nullable(z.int()),
  /** What the row says, or of who is absent what is here. */
  person: personSchema,
  /** The former values of what changes. */
  before: personSchema,
  /** The class is made. */
  isNewClass: z.boolean(),
  /** The borrower, if there is one here. */
  borrowerId: z.nullable(z.uuid()),
  candidates: z.array(z.object({ id: z.uuid(), ...personSchema.shape })),
  notes: z.array(z.string()),
  isLeftOut: z.boolean(),
  kept: z.nullable(z.enum(['changed', 'taken', 'missing', 'loans'])),
})
export type ClassListRow = z.infer<typeof classListRowSchema>
export const classListRowsSchema = z.object({ items: z.array(classListRowSchema), nextCursor: nextCursorSchema })
