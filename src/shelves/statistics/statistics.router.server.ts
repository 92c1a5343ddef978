import { recordExport } from '#base/auth/security/security-log.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { fileResponse } from '#base/lib/http/file-response.server.ts'
import { documentFile } from '#base/openapi/document-problems.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { countMonth, countStatistics } from './statistics.server.ts'
import { writeStatistics } from './statistics-file.server.ts'
import {
  monthFiguresSchema,
  STATISTICS_FORMATS,
  statisticsFileSchema,
  statisticsInputSchema,
  statisticsSchema,
} from './statistics.schema.ts'

/** What was lent in a year, beside the year before. */
const get = procedure('loan:read')
  .route({
    method: 'GET',
    path: '/statistics',
    operationId: 'getStatistics',
    summary: 'Count the loans of a year',
    description:
      'Loans by month, class, genre, language and place, the books that were lent most and how many borrowers have borrowed, beside the year before: of a year that is not over, until the same day. Copies of class sets are counted apart. The counts stay when loans have forgotten their borrowers, and name none.',
    successDescription: 'The counts.',
    tags: ['Loans'],
  })
  .input(statisticsInputSchema)
  .output(statisticsSchema)
  .handler(({ input }) => countStatistics(input.year))

/** The same counts as a file, with headings in the language of the request. */
const exportFile = procedure('loan:read')
  .route({
    method: 'GET',
    path: '/statistics/export',
    operationId: 'exportStatistics',
    summary: 'Export the counts of a year',
    description:
      'The counts of a year as one table: what is counted, of which class, genre or book, in the year and in the year before. CSV (with a byte order mark; cells that a spreadsheet would take for a formula begin with an apostrophe), XLSX or JSON lines.',
    successDescription: 'The file, in the format that was asked for.',
    tags: ['Loans'],
    spec: documentFile('text/csv'),
  })
  .input(statisticsFileSchema)
  .handler(async ({ input: { format, year }, context: { session } }) => {
    const statistics = await countStatistics(year)
    recordExport(session.actor, { format, what: 'loans' })
    const { type, extension } = STATISTICS_FORMATS[format]
    const name = `maktaba-statistics-${statistics.year}-${libraryDay()}.${extension}`
    return fileResponse(writeStatistics(format, statistics), type, name)
  })

/** Loans of this month beside the same month of last year, for the dashboard. */
const month = procedure('loan:read').output(monthFiguresSchema).handler(countMonth)

export const statisticsRouter = { get, exportFile, month }
