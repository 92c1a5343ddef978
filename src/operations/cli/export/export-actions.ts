import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXPORT_FORMATS, exportFormatSchema, type ExportFormat } from '#exchange/export/book-export.schema.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { exportBooks } from '#exchange/export/book-export.server.ts'
import { serverSlices } from '#kit/slice.server.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { Failure } from '../failure.ts'
import { withDatabase } from '../with-database.ts'

/** Writes the books that a search finds to a file; throws Failure for a name that says no format. */
export async function exportFile(file: string, given: string | undefined, search: string): Promise<void> {
  const format = exportFormatSchema.safeParse(given).data ?? formatOf(file)
  await withDatabase(
    () => writeFile(file, `--format ${format}`, () => exportBooks(format, { searchTerm: search })),
    'none',
  )
}

/** Writes all loans to a file; throws Failure where the library does not lend. */
export async function exportLoanFile(file: string): Promise<void> {
  await withDatabase(async () => {
    const [loanFile] = serverSlices().flatMap((slice) => slice.loanFile ?? [])
    if (!loanFile || !(await librarySettings()).lending)
      throw new Failure('This library does not lend: /manager/settings')
    await writeFile(file, '--loans', loanFile)
  }, 'none')
}

/**
 * Writes a file in English, `-` to stdout; the `option` says what is in it. A file that exists is replaced once the new
 * one is whole.
 */
async function writeFile(file: string, option: string, start: () => AsyncGenerator<Buffer>): Promise<void> {
  const content = withLocale('en', start)
  if (file === '-') return pipeline(Readable.from(content), process.stdout, { end: false })
  const part = `${file}.part`
  try {
    await pipeline(Readable.from(content), createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    if (!(error instanceof Error && 'code' in error && 'path' in error)) throw error
    // The package runs this command as its service's user, who may not write into the homes of people.
    const hint = `no permission to write it; "export ${option} - > ${file}" lets your shell write it`
    throw new Failure(`${file}: ${error.code === 'EACCES' ? hint : error.message}`)
  }
}

function formatOf(file: string): ExportFormat {
  const extension = extname(file).slice(1).toLowerCase()
  const found = exportFormatSchema.options.find((format) => EXPORT_FORMATS[format].extension === extension)
  if (!found)
    throw new Failure(`${file}: its name says no format: end it in .csv, .xlsx, .jsonl, .mrc or .xml, or say --format`)
  return found
}
