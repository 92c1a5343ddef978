import { libraryDay } from '#base/env/library-day.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { dayAfter } from '#base/lib/day-start.ts'
import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { changedDueDaysSchema } from '../due-days/due-days.schema.ts'
import {
  calendarFileDaysSchema,
  calendarFileSchema,
  calendarInputSchema,
  calendarPreviewSchema,
  calendarSchema,
  MOST_CHARACTERS,
  openedDaysSchema,
} from './calendar.schema.ts'
import { changeCalendar, openOnDays, previewCalendar, readCalendar } from './closed-days.server.ts'

/** Days ahead up to which a file closes days. */
const AHEAD = 730

/** The closed days of the week, and those from today on. */
const get = procedure('borrower:read')
  .output(calendarSchema)
  .handler(() => readCalendar())

/** Which due days would move. VALIDATION_ERROR at `from` and `to`. */
const preview = procedure('borrower:update', { takenBack: 'nothing' })
  .input(calendarInputSchema)
  .output(calendarPreviewSchema)
  .handler(({ input }) => previewCalendar(input))

/** Closes the library on days, and moves what would be due then. VALIDATION_ERROR at `from` and `to`. */
const apply = procedure('borrower:update', { takenBack: 'undo' })
  .input(calendarInputSchema)
  .output(changedDueDaysSchema)
  .handler(({ input, context: { session } }) => {
    requireAccess(session, 'loan:update')
    return changeCalendar(input, session.actor)
  })

/** Opens the library on days again. */
const open = procedure('borrower:update', { takenBack: 'again' })
  .input(openedDaysSchema)
  .handler(({ input: { from, to } }) => openOnDays(from, to))

/** The whole days of a calendar file, from today to two years ahead. VALIDATION_ERROR at `text` for another or too large a file. */
const readFile = procedure('borrower:update', { takenBack: 'nothing' })
  .input(calendarFileSchema)
  .output(calendarFileDaysSchema)
  .handler(async ({ input: { text } }) => {
    const today = libraryDay()
    // The parser is loaded with the first file.
    const { readCalendarFile } = await import('./read-calendar-file.server.ts')
    const found = text.length > MOST_CHARACTERS ? undefined : readCalendarFile(text, today, dayAfter(today, AHEAD))
    if (!found) throw createError('VALIDATION_ERROR', { fields: { text: { key: 'validation_invalid' } } })
    return found
  })

export const calendarRouter = { get, preview, apply, open, readFile }
