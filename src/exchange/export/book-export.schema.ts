import * as z from 'zod/mini'
import { withDescription } from '#base/lib/schema-meta.ts'
import { bookListInputSchema } from '#catalogue/book/list/book-list.schema.ts'

/** The formats of an export, with their media types and file extensions. */
export const EXPORT_FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv' },
  'csv-semicolon': { type: 'text/csv; charset=utf-8', extension: 'csv' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  jsonl: { type: 'application/jsonl', extension: 'jsonl' },
  marc: { type: 'application/marc', extension: 'mrc' },
  marcxml: { type: 'application/marcxml+xml', extension: 'xml' },
} as const

export type ExportFormat = keyof typeof EXPORT_FORMATS

export const exportFormatSchema = z.enum(['csv', 'csv-semicolon', 'xlsx', 'jsonl', 'marc', 'marcxml'])

// Only the server uses this schema: as a pure call it is removed from the browser's code.
const exportInput = () =>
  z.extend(
    // The search and every filter: the file has the whole list, in an order of its own.
    z.omit(bookListInputSchema, { sort: true, letter: true, cursor: true, limit: true }),
    { format: withDescription(z._default(exportFormatSchema, 'csv'), 'What the file is.', 'csv') },
  )
export const bookExportInputSchema = /* @__PURE__ */ exportInput()
