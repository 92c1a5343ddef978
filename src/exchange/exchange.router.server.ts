import { bookBulkRouter } from './bulk/bulk.router.server.ts'
import { duplicateRouter } from './duplicate/duplicate.router.server.ts'
import { bookExportRouter } from './export/book-export.router.server.ts'
import { importRouter } from './import/import.router.server.ts'
import { importLookupRouter } from './import/lookup/import-lookup.router.server.ts'
import { lookupRouter } from './lookup/lookup.router.server.ts'

/** The procedures of many books at once, and of files. */
export const exchangeRouter = {
  bookBulk: bookBulkRouter,
  bookExport: bookExportRouter,
  duplicate: duplicateRouter,
  import: importRouter,
  importLookup: importLookupRouter,
  lookup: lookupRouter,
}
