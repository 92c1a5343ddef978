import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { databaseEnv } from '#env/database-env.server.ts'
import { importBooks } from '#features/book/import/book-import.server.ts'
import { ImportFault } from '#features/book/import/book-import-fault.server.ts'
import { Failure } from './failure.ts'
import { ImportReport, type ReportOptions } from './import-report.ts'
import { faultText } from './import-words.ts'
import { onStop } from './stop.ts'
import { withDatabase } from './with-database.ts'

interface ImportFileOptions extends ReportOptions {
  map: Record<string, string>
}

/** Imports a CSV file. Returns the exit code; throws Failure for a file that cannot be read. */
export async function importFile(file: string, options: ImportFileOptions): Promise<number> {
  const handle = await openFile(file)
  const stop = onStop()
  try {
    const { size } = await handle.stat()
    // One handle for both passes, so that the imported file is the checked one even if it is replaced between them.
    const source = { size, open: () => bytesOf(handle) }
    const { map, isDryRun } = options
    await withDatabase(async () => {
      const report = new ImportReport(options, size)
      try {
        await importBooks(source, { map, isDryRun, signal: stop.signal }, report.on)
      } catch (error) {
        report.abandon()
        throw error
      }
      report.finish()
    }, seed())
    return stop.exitCode()
  } catch (error) {
    throw error instanceof ImportFault ? new Failure(`${basename(file)}: ${faultText(error.fault, file)}`) : error
  } finally {
    stop.end()
    await handle.close()
  }
}

// Seeds no sample books before an import, only the genres, so that those in the file match them.
const seed = () => (databaseEnv().seed === 'none' ? 'none' : 'genres')

async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const reason =
      code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'no permission to read it' : String(error)
    throw new Failure(`${file}: ${reason}`)
  })
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new Failure(`${file}: not a file`)
}

const CHUNK_BYTES = 65_536

/** Reads an open file from its start. */
async function* bytesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
