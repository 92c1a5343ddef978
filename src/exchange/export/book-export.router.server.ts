import { recordExport } from '#base/auth/security/security-log.server.ts'
import { fileResponse } from '#base/lib/http/file-response.server.ts'
import { documentFile } from '#base/openapi/document-problems.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { bookExportInputSchema, EXPORT_FORMATS } from './book-export.schema.ts'
import { exportBooks, exportFilename } from './book-export.server.ts'

/** All books that a filter finds, as a file that an import reads again. */
const exportFile = procedure('catalogue:export')
  .route({
    method: 'GET',
    path: '/books/export',
    operationId: 'exportBooks',
    summary: 'Export books',
    description:
      'All books that the filter finds, by title, as a file: CSV (with a byte order mark; cells that a spreadsheet would take for a formula begin with an apostrophe), XLSX, JSON lines, MARC 21 or MARCXML. An import reads it again unchanged.',
    successDescription: 'The file, in the format that was asked for.',
    tags: ['Books'],
    spec: documentFile('text/csv'),
  })
  .input(bookExportInputSchema)
  .handler(({ input: { format, ...filter }, context: { session } }) => {
    recordExport(session.actor, { format })
    return fileResponse(exportBooks(format, filter), EXPORT_FORMATS[format].type, exportFilename(format))
  })

export const bookExportRouter = { exportFile }
