import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXPORT_FORMATS, exportFormatSchema, type ExportFormat } from '#features/book/export/book-export.schema.ts'
import { exportBooks } from '#features/book/export/book-export.server.ts'
import { withLocale } from '#i18n/request-locale.server.ts'
import { Failure } from './failure.ts'
import { withDatabase } from './with-database.ts'

/** Writes the books that a search finds to a file; throws Failure for a name that says no format. */
export async function exportFile(file: string, given: string | undefined, search: string): Promise<void> {
  const format = exportFormatSchema.safeParse(given).data ?? formatOf(file)
  await withDatabase(async () => {
    const books = withLocale('en', () => exportBooks(format, { searchTerm: search }))
    if (file === '-') return pipeline(Readable.from(books), process.stdout, { end: false })
    const part = `${file}.part`
    try {
      await pipeline(Readable.from(books), createWriteStream(part, { mode: 0o600 }))
      await rename(part, file)
    } catch (error) {
      await rm(part, { force: true })
      throw error instanceof Error && 'code' in error && 'path' in error
        ? new Failure(`${file}: ${error.message}`)
        : error
    }
  }, 'none')
}

function formatOf(file: string): ExportFormat {
  const extension = extname(file).slice(1).toLowerCase()
  const found = exportFormatSchema.options.find((format) => EXPORT_FORMATS[format].extension === extension)
  if (!found)
    throw new Failure(`${file}: its name says no format: end it in .csv, .xlsx, .jsonl, .mrc or .xml, or say --format`)
  return found
}
