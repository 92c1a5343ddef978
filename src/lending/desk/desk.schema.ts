import * as z from 'zod/mini'
import { plainLine } from '#base/lib/form/line-schema.ts'
import { lendingNumberSchema } from '#base/lib/lending-number.schema.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import {
  deskBookSchema,
  deskChoiceSchema,
  deskBorrowerSchema,
  deskCopySchema,
  deskLoanSchema,
  noticeCodeSchema,
  noticeSchema,
  personSchema,
} from './desk-parts.schema.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7e22-9c2d-9e0f1a2b3c4d'

const actIdSchema = withDescription(
  z.uuid(),
  'Made by the client for each act: the same act sent again gets the same answer and is done once.',
  EXAMPLE_ID,
)

/** What a scan says. */
export const scanInputSchema = withSchemaName(
  'DeskScanInput',
  'A library card, a school number, a copy, an ISBN, part of a name with or without its class, or words of a title, as it was scanned or typed.',
  z.strictObject({
    actId: actIdSchema,
    code: withDescription(z.string().check(z.minLength(1), z.maxLength(200)), 'As it was scanned.', '10003118'),
    keys: z.optional(
      withDescription(
        z.string().check(z.maxLength(200)),
        'How the keys that a scanner has pressed read on a US keyboard, where the layout of the computer has made other signs of them: tried beside `code`.',
        '10003118',
      ),
    ),
    borrowerId: z.optional(withDescription(z.uuid(), 'The borrower who is open.', EXAMPLE_ID)),
    mode: z.optional(withDescription(z.enum(['lend', 'return']), '`return`: nothing is lent.', 'lend')),
    accepted: z.optional(
      withDescription(z.array(noticeCodeSchema).check(z.maxLength(10)), 'Notices in spite of which it is done.', [
        'limit',
      ]),
    ),
    refusal: z.optional(
      withDescription(
        z.uuid(),
        'The act that was refused, where this one goes on all the same. `repeated` where somebody has dealt with it meanwhile: nothing is done.',
        EXAMPLE_ID,
      ),
    ),
  }),
)
export type ScanInput = z.infer<typeof scanInputSchema>

const RESULTS = [
  'borrower',
  'lent',
  'returned',
  'returned_and_lent',
  'waiting',
  'repeated',
  'choose',
  'unknown',
  'refused',
] as const

const returnedSetSchema = z.object({
  id: withDescription(z.uuid(), 'Id of the class set.', EXAMPLE_ID),
  name: withDescription(z.string(), 'The class or the borrower who has it.', '5e A'),
  back: withDescription(z.int(), 'How many of its copies are back.', 28),
  total: withDescription(z.int(), 'How many it has.', 30),
})

/** What a scan came to. */
export const scanAnswerSchema = withSchemaName(
  'DeskScan',
  'What a scan came to.',
  z.object({
    actId: actIdSchema,
    result: withDescription(
      z.enum(RESULTS),
      '`borrower`: opened. `lent`, `returned`, `returned_and_lent`: done. `waiting`: the copy is on the shelf, and waits for a card. `repeated`: the same number again, nothing was done. `choose`: one of `choices`, whose code is then scanned. `unknown`: no such number. `refused`: `notices` say why.',
      'lent',
    ),
    book: z.optional(withDescription(deskBookSchema, 'The book.')),
    copy: z.optional(withDescription(deskCopySchema, 'The copy.')),
    borrower: z.optional(withDescription(deskBorrowerSchema, 'The open borrower after the act.')),
    loan: z.optional(withDescription(deskLoanSchema, 'The loan that was made, or else the one that ended.')),
    returnedFrom: z.optional(withDescription(personSchema, 'Who had it.')),
    returnedSet: z.optional(
      withDescription(
        returnedSetSchema,
        'The class set that it was part of: the name of the class or borrower, and how many of its copies are back.',
      ),
    ),
    choices: z.optional(withDescription(z.array(deskChoiceSchema), 'Nine at most.', [])),
    found: z.optional(withDescription(z.int(), 'How many borrowers were found, of whom `choices` has the first.', 12)),
    notices: withDescription(z.array(noticeSchema), 'What the desk should know, or why nothing was done.'),
  }),
)
export type ScanAnswer = z.infer<typeof scanAnswerSchema>

export const deskUndoInputSchema = z.strictObject({
  actId: actIdSchema,
  undoes: withDescription(z.uuid(), 'The act that is taken back: any of today that changed something.', EXAMPLE_ID),
  borrowerId: z.optional(withDescription(z.uuid(), 'The borrower who is open, to be answered again.', EXAMPLE_ID)),
})
export type UndoInput = z.infer<typeof deskUndoInputSchema>

/** An act that was taken back, and the open borrower after it. */
export const deskUndoAnswerSchema = z.object({
  actId: actIdSchema,
  undoes: z.uuid(),
  borrower: z.optional(deskBorrowerSchema),
})

export type UndoAnswer = z.infer<typeof deskUndoAnswerSchema>

export const renewInputSchema = z.strictObject({
  actId: actIdSchema,
  /** The loan to renew; without it all open loans of the borrower. */
  loanId: z.optional(z.uuid()),
  borrowerId: z.uuid(),
  accepted: z.optional(z.array(noticeCodeSchema).check(z.maxLength(10))),
})
export type RenewInput = z.infer<typeof renewInputSchema>

/** What was renewed, and what was not and why. */
export const renewAnswerSchema = z.object({
  actId: actIdSchema,
  renewed: z.array(z.object({ loanId: z.uuid(), dueOn: z.string() })),
  /** Loans that a renewal would not make due later: due as before, and not counted as renewed. */
  unchanged: z._default(z.array(z.object({ loanId: z.uuid(), dueOn: z.string() })), []),
  refused: z.array(z.object({ loanId: z.uuid(), notices: z.array(noticeSchema) })),
  borrower: deskBorrowerSchema,
})
export type RenewAnswer = z.infer<typeof renewAnswerSchema>

export const deskDayInputSchema = z.strictObject({
  /** How many acts are answered, the latest first. */
  limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 50),
})

/** A copy that was scanned and not lent. */
const refusalSchema = z.object({
  actId: z.uuid(),
  at: z.date(),
  book: deskBookSchema,
  number: z.string(),
  borrower: z.nullable(personSchema),
  /** The self-service corner that refused it; null for a desk. */
  corner: z.nullable(z.string()),
  notices: z.array(noticeSchema),
  /** Whether the person at the desk may lend the copy all the same (`yes`), only an admin, or nobody. */
  goOn: z.enum(['yes', 'admin', 'no']),
  /** Who has dealt with the refusal, if that is known; null while it is open. */
  dealtWith: z.nullable(z.object({ by: z.nullable(z.string()) })),
})
export type DeskRefusal = z.infer<typeof refusalSchema>

/** The feed of the day. */
export const deskDaySchema = z.object({
  day: z.string(),
  lent: z.int(),
  returned: z.int(),
  /** Number of today's refusals that are still open. */
  notLentToday: z.int(),
  /** What was not lent, of any day, until somebody has dealt with it; the latest first. */
  notLent: z.array(refusalSchema),
  /** What was not lent today. */
  refused: z.array(refusalSchema),
  acts: z.array(
    z.object({
      actId: z.uuid(),
      at: z.date(),
      kind: z.enum(['lent', 'returned', 'returned_and_lent', 'renewed', 'set_lent', 'set_returned']),
      /** The class set that it is about: who has it, and how many copies the act, or several scans in a row, lent or returned. */
      set: z.nullable(z.object({ id: z.nullable(z.uuid()), name: z.string(), count: z.int(), missing: z.int() })),
      title: z.nullable(z.string()),
      number: z.nullable(z.string()),
      borrower: z.nullable(personSchema),
      returnedFrom: z.nullable(personSchema),
      /** The self-service corner that did it; null for a desk. */
      corner: z.nullable(z.string()),
      notices: z.array(noticeSchema),
      isUndone: z.boolean(),
      /** Whether the act can be taken back: `later`, after later acts on the copy are; `changed`, no more. */
      undo: z.enum(['possible', 'later', 'changed']),
    }),
  ),
  /** Scanned numbers that belong to no copy and no card, the latest first, without the dismissed ones. */
  unknown: z.array(z.object({ actId: z.uuid(), at: z.date(), code: z.string() })),
})
export type DeskDay = z.infer<typeof deskDaySchema>

/** Leaves an unknown number: it is no longer in the list of the day. */
export const leaveInputSchema = z.strictObject({ actId: z.uuid() })

/** Notes that a refusal was dealt with, or is open again. */
export const dealtWithInputSchema = z.strictObject({ actId: z.uuid(), isDealtWith: z.boolean() })

/** A copy that is added where it was scanned: with the number of its label, or the next one. */
export const addCopyInputSchema = z.strictObject({
  bookId: z.uuid(),
  number: lendingNumberSchema,
  location: z._default(plainLine(100), ''),
})
