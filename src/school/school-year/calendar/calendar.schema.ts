import * as z from 'zod/mini'
import { plainLine } from '#base/lib/form/line-schema.ts'
import { dueMovesSchema, lastDueChangeSchema } from '../due-days/due-days.schema.ts'

/** Days from the first to the last on which the library is to be closed. */
const stretchInputSchema = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  note: z._default(plainLine(100), ''),
})
const stretchSchema = z.object({ from: z.string(), to: z.string(), note: z.string() })
export type Stretch = z.infer<typeof stretchSchema>

/** Stretches of one request, and of one file, at most. */
export const MOST_STRETCHES = 400

/** The closed days of the week, 1 for Monday, of which one at least is open; and days that are to be closed besides. */
export const calendarInputSchema = z.strictObject({
  weekdays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(6)),
  days: z.array(stretchInputSchema).check(z.maxLength(MOST_STRETCHES)),
})
export type CalendarInput = z.output<typeof calendarInputSchema>

export const calendarSchema = z.object({
  weekdays: z.array(z.int()),
  /** The closed days from today on; days with one note that follow each other are together. */
  days: z.array(stretchSchema),
  /** The day of the library. */
  today: z.string(),
  /** The last change that was not taken back. */
  last: lastDueChangeSchema,
})
export type Calendar = z.infer<typeof calendarSchema>

export const calendarPreviewSchema = dueMovesSchema

/** Days that are opened again. */
export const openedDaysSchema = z.strictObject({ from: z.iso.date(), to: z.iso.date() })

/** Characters of a file at most: some ten thousand events. */
export const MOST_CHARACTERS = 2_000_000
export const calendarFileSchema = z.strictObject({ text: z.string() })
export const calendarFileDaysSchema = z.object({
  days: z.array(stretchSchema),
  /** Events with hours, which close no day. */
  withHours: z.int(),
  /** Events that have passed, or lie more than two years ahead. */
  outside: z.int(),
})
export type CalendarFileDays = z.infer<typeof calendarFileDaysSchema>
