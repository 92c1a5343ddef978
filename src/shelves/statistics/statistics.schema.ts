import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { readStatisticsYear } from './statistics-year.schema.ts'

const yearSchema = z
  .string()
  .check(z.refine((text) => readStatisticsYear(text) !== undefined, { error: problemKey('validation_invalid') }))

/** The year to be counted; without one the school's year of today. */
export const statisticsInputSchema = z.strictObject({
  year: z.optional(
    withDescription(
      yearSchema,
      "A school's year, from September to August, as `2025-2026`, or a calendar year as `2026`. Without it the school's year of today.",
      '2025-2026',
    ),
  ),
})
export type StatisticsInput = z.output<typeof statisticsInputSchema>

/** The formats of the file of statistics, with their media types. */
export const STATISTICS_FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv' },
  'csv-semicolon': { type: 'text/csv; charset=utf-8', extension: 'csv' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  jsonl: { type: 'application/jsonl', extension: 'jsonl' },
} as const

export const statisticsFileSchema = z.extend(statisticsInputSchema, {
  format: withDescription(
    z._default(z.enum(['csv', 'csv-semicolon', 'xlsx', 'jsonl']), 'csv'),
    'What the file is.',
    'csv',
  ),
})

/** Loans of one class, genre, language or place. */
const partSchema = z.object({
  /** Id, code or place; null for those of none. */
  id: z.nullable(z.string()),
  /** In the language of the request; null for those of none. */
  name: z.nullable(z.string()),
  loans: z.int(),
  before: z.int(),
})
export type StatisticsPart = z.output<typeof partSchema>

const classSchema = z.extend(partSchema, {
  /** Borrowers who have borrowed in the year, each in the class of the first loan. */
  readers: z.int(),
})

const genreSchema = z.extend(partSchema, { hue: z.nullable(z.number()) })

const monthSchema = z.object({
  /** As 2026-11. */
  month: z.string(),
  loans: z.int(),
  /** Loans in the whole month a year before. */
  before: z.int(),
  readers: z.int(),
  readersBefore: z.int(),
})
export type StatisticsMonth = z.output<typeof monthSchema>

const bookSchema = z.object({ id: z.uuid(), title: z.string(), author: z.string(), loans: z.int(), before: z.int() })

const unlentCopySchema = z.object({
  id: z.uuid(),
  bookId: z.uuid(),
  title: z.string(),
  author: z.string(),
  number: z.string(),
  shelfMark: z.string(),
})

const int = (description: string, example: number) => withDescription(z.int(), description, example)

/** What was lent in a year, beside the year before. Copies of class sets are counted apart. No borrower is named. */
export const statisticsSchema = withSchemaName(
  'Statistics',
  'What was lent in a year, beside the year before.',
  z.object({
    year: withDescription(z.string(), 'The year that is counted.', '2025-2026'),
    kind: withDescription(z.enum(['school_year', 'calendar_year']), 'What kind of year it is.', 'school_year'),
    yearBefore: withDescription(z.string(), 'The year before.', '2024-2025'),
    years: withDescription(
      z.array(z.string()),
      'Years that may be asked for, those of a kind together, the latest first.',
      ['2025-2026', '2024-2025', '2026', '2025'],
    ),
    until: withDescription(
      z.nullable(z.string()),
      'The day of the library if it lies in the year, which is then compared with the year before until that day; else null.',
      '2026-03-14',
    ),
    loans: int('Loans of the year, without those of class sets.', 4210),
    before: int('Loans of the year before, until the same day.', 3980),
    inSets: withDescription(
      z.object({
        loans: int('Those of the year.', 120),
        before: int('Those of the year before, until the same day.', 90),
      }),
      'Copies that were lent as part of class sets.',
    ),
    readers: withDescription(
      z.object({
        count: int('Those of the year.', 612),
        before: int('Those of the whole year before: on which day they borrowed is not remembered.', 640),
        borrowers: withDescription(z.nullable(z.int()), 'Borrowers of now; null for a year that is over.', 903),
      }),
      'Borrowers who have borrowed.',
    ),
    copies: withDescription(
      z.object({
        count: int('Those there by the end of the year, or now.', 3120),
        before: int('Those a year before.', 2950),
      }),
      'Copies that are neither lost nor withdrawn.',
    ),
    months: withDescription(z.array(monthSchema), 'Loans and borrowers by month.'),
    classes: withDescription(z.array(classSchema), 'Loans by class.'),
    genres: withDescription(z.array(genreSchema), 'Loans by genre.'),
    languages: withDescription(z.array(partSchema), 'Loans by language of the book.'),
    places: withDescription(z.array(partSchema), 'Loans by place of the copy.'),
    books: withDescription(z.array(bookSchema), 'The books that were lent most, 100 at most.'),
    unlent: withDescription(
      z.object({
        years: int('The number of years.', 2),
        count: int('How many copies have not been lent.', 310),
        copies: int('How many copies there have been for so long.', 2400),
        first: withDescription(z.array(unlentCopySchema), 'The first of them.'),
      }),
      'Copies that the library has had for so many years and has not lent in them, as of now.',
    ),
    future: int('Loans of days that are still to come: the clock was wrong when they were made.', 0),
  }),
)
export type Statistics = z.output<typeof statisticsSchema>

/** Loans of the current month, and of the same month a year before. */
export const monthFiguresSchema = z.object({ month: z.string(), loans: z.int(), before: z.int() })
export type MonthFigures = z.output<typeof monthFiguresSchema>
