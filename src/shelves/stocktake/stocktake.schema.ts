import * as z from 'zod/mini'
import { BATCH_STATES } from '#base/lib/batch-states.ts'
import { plainLine } from '#base/lib/form/line-schema.ts'
import { wholeNumber } from '#base/lib/list/list-input.ts'
import { withDescription } from '#base/lib/schema-meta.ts'

/** What can be found, in the order of the report. */
export const KINDS = ['missing', 'misplaced', 'unknown', 'onLoan', 'lost', 'twice'] as const
export const kindSchema = z.enum(KINDS)
export type Kind = z.infer<typeof kindSchema>

export const stocktakeIdSchema = z.strictObject({ id: z.uuid() })

/** What is counted: a place, or all of them, and a range of shelf marks. */
const scopeSchema = {
  location: z.nullable(plainLine(100)),
  shelfFrom: plainLine(50),
  shelfTo: plainLine(50),
}
export const scopeInputSchema = z.strictObject(scopeSchema)
export type Scope = z.infer<typeof scopeInputSchema>

/** A new stock-taking; the browser makes its id, so that a request that is sent again starts no second one. */
export const startInputSchema = z.strictObject({ id: z.uuid(), ...scopeSchema })

/** Scans in one request at most. */
export const MOST_SCANS = 100
/** Milliseconds of the longest age of a scan: thirty days without a connection. */
const MOST_AGE = 30 * 86_400_000

const scanSchema = z.strictObject({
  /** Made by the device, once for each scan. */
  id: z.uuid(),
  code: z.string().check(z.maxLength(200)),
  /** The keys that a scanner has pressed. */
  keys: z.optional(z.string().check(z.maxLength(200))),
  place: z.nullable(plainLine(100)),
  /** Milliseconds since it was scanned. */
  age: z.int().check(z.minimum(0), z.maximum(MOST_AGE)),
})

export const scansInputSchema = z.strictObject({
  id: z.uuid(),
  device: z.strictObject({ id: z.uuid(), isPhone: z.boolean() }),
  scans: z.array(scanSchema).check(z.minLength(1), z.maxLength(MOST_SCANS)),
})
export type ScansInput = z.infer<typeof scansInputSchema>

/**
 * What a scan came to. `card`: a library card, `name`: words, neither of which is kept; `book`: an ISBN of which there is no single
 * copy; `repeated`: the same label a moment ago.
 */
const RESULTS = [
  ...(['seen', 'again', 'repeated', 'misplaced', 'onLoan', 'lost', 'withdrawn'] as const),
  ...(['unknown', 'card', 'name', 'book'] as const),
]
export const scanResultSchema = z.enum(RESULTS)
export type ScanResult = z.infer<typeof scanResultSchema>

const scannedSchema = z.object({
  id: z.uuid(),
  result: scanResultSchema,
  code: z.string(),
  copyId: z.nullable(z.uuid()),
  title: z.nullable(z.string()),
  shelfMark: z.string(),
  /** Where the copy belongs. */
  location: z.string(),
})
export type Scanned = z.infer<typeof scannedSchema>
export const scannedListSchema = z.array(scannedSchema)

export const undoScanSchema = z.strictObject({ id: z.uuid(), scanId: z.uuid() })

const countSchema = z.object({ open: z.int(), done: z.int() })
/** How many of each kind are still to be put right, and were. */
const countsSchema = z.object({
  missing: countSchema,
  misplaced: countSchema,
  unknown: countSchema,
  onLoan: countSchema,
  lost: countSchema,
  twice: countSchema,
})
export type Counts = z.infer<typeof countsSchema>

const figuresSchema = z.object({
  expected: z.int(),
  seen: z.int(),
  lent: z.int(),
  missing: z.int(),
  misplaced: z.int(),
  unknown: z.int(),
  onLoan: z.int(),
  lost: z.int(),
  twice: z.int(),
})
export type ShownFigures = z.infer<typeof figuresSchema>

const ownSchema = {
  id: z.uuid(),
  ...scopeSchema,
  startedAt: z.date(),
  closedAt: z.nullable(z.date()),
  /** What was found, put right by now or not. */
  figures: figuresSchema,
}
const listedSchema = z.object(ownSchema)
export type Listed = z.infer<typeof listedSchema>
export const listedStocktakesSchema = z.array(listedSchema)

const deviceSchema = z.object({
  id: z.uuid(),
  isPhone: z.boolean(),
  name: z.nullable(z.string()),
  scans: z.int(),
  lastAt: z.date(),
})
export type Device = z.infer<typeof deviceSchema>

export const stocktakeSchema = z.object({
  ...ownSchema,
  counts: countsSchema,
  /** How many of the misplaced ones can get the place where they were seen. */
  placeable: z.int(),
  devices: z.array(deviceSchema),
  /** The last closed one of the same places and shelf marks before it. */
  previous: z.nullable(listedSchema),
  /** The last press of each kind. */
  fixes: z.array(z.object({ id: z.uuid(), kind: kindSchema })),
})
export type Stocktake = z.infer<typeof stocktakeSchema>

export const rowsInputSchema = z.strictObject({
  id: z.uuid(),
  kind: kindSchema,
  offset: wholeNumber(0, 1_000_000),
  limit: wholeNumber(1, 1000),
})

const rowSchema = z.object({
  /** Null for a number that no copy has. */
  copyId: z.nullable(z.uuid()),
  bookId: z.nullable(z.uuid()),
  number: z.string(),
  title: z.string(),
  author: z.string(),
  shelfMark: z.string(),
  /** Where the copy belongs, and where it was seen. */
  location: z.string(),
  place: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.date()),
  /** How often it was scanned. */
  times: z.int(),
  /** Who has it on loan. */
  borrower: z.nullable(z.string()),
  group: z.nullable(z.string()),
})
export type StocktakeRow = z.infer<typeof rowSchema>
export const rowsSchema = z.object({ items: z.array(rowSchema), total: z.int() })

export const exportInputSchema = z.strictObject({
  id: withDescription(z.uuid(), 'Id of the stock-taking.', '01a1fc5f-3ab8-7a11-8c2d-9e0f1a2b3c4d'),
  kind: z.optional(withDescription(kindSchema, 'Only what was found of this kind; without it all.', 'missing')),
})

/** Puts right what was found of a kind, or one copy of it. */
export const putRightSchema = z.strictObject({
  id: z.uuid(),
  stocktakeId: z.uuid(),
  kind: kindSchema,
  copyId: z.optional(z.uuid()),
})

export const fixSchema = z.object({
  id: z.uuid(),
  stocktakeId: z.uuid(),
  kind: kindSchema,
  state: z.enum(BATCH_STATES),
  isUndoing: z.boolean(),
  total: z.int(),
  processed: z.int(),
  changed: z.int(),
  /** Left alone, since they are another way by now. */
  refused: z.int(),
  /** Left alone by the undo. */
  kept: z.int(),
})
export type Fix = z.infer<typeof fixSchema>

/** The rows that a press or its undo has left alone. */
export const leftRowsSchema = z.array(
  z.object({ at: z.int(), number: z.string(), title: z.string(), why: z.enum(['changed', 'missing']) }),
)
