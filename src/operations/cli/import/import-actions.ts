import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { storeUpload } from '#base/db/uploads.server.ts'
import { databaseEnv } from '#base/env/database-env.server.ts'
import { AppError } from '#base/errors/app-error.ts'
import { fileSentence } from '#exchange/import/shared/file-sentence.server.ts'
import { cancelImport, createImport, findImport, startImport, type NewImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import { bookColumns } from '#exchange/import/shared/column-names.server.ts'
import type { ImportRecord } from '#exchange/import/run/import-write.server.ts'
import { FileFault } from '#base/formats/file-fault.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { Failure } from '../failure.ts'
import { ImportReport, type ReportOptions } from './import-report.ts'
import { bytesOf, openFile } from './import-file.ts'
import { columnList } from './import-words.ts'
import { onStop } from '../stop.ts'
import { withDatabase } from '../with-database.ts'

/** Milliseconds between looks at an import that another process runs. */
const WAIT = 500

interface ImportFileOptions extends ReportOptions, Required<Pick<NewImport, 'read' | 'choices'>> {
  map: Record<string, string>
  /** The file must say something of copies. */
  needsCopies: boolean
}

/** Imports a file. Returns the exit code; throws Failure for a file that cannot be read. */
export async function importFile(file: string, options: ImportFileOptions): Promise<number> {
  const handle = await openFile(file)
  const stop = onStop()
  try {
    await withDatabase(() => withLocale('en', () => importHandle(handle, file, options, stop.signal)), seed())
    return stop.exitCode()
  } catch (error) {
    if (error instanceof FileFault)
      throw new Failure(`${basename(file)}: ${withLocale('en', () => fileSentence(error.fault))}`)
    throw error instanceof AppError ? new Failure(`${basename(file)}: ${error.message}`) : error
  } finally {
    stop.end()
    await handle.close()
  }
}

async function importHandle(handle: FileHandle, file: string, options: ImportFileOptions, signal: AbortSignal) {
  const report = new ImportReport(options)
  const { map, needsCopies, read, choices, isDryRun } = options
  if (
    (needsCopies || Object.keys(map).some((field) => !bookColumns.includes(field))) &&
    !(await librarySettings()).lending
  )
    throw new Failure('This library does not lend: /manager/settings')
  const upload = await storeUpload(basename(file), bytesOf(handle))
  const record = await createImport({ upload, userId: null, map, read, choices })
  try {
    requireColumns(record.header, record.columns, map, file)
    if (needsCopies && !saysCopies(record))
      throw new Failure(
        `${basename(file)}: no column is known to give copies: found ${columnList(record.header)}; say --map copyNumber=Column`,
      )
    report.begin(record)
  } catch (error) {
    await cancelImport(record.id)
    throw error
  }
  if (isDryRun) {
    await report.rows(record, 0, record.total)
    await report.countRefused(record.id)
    report.finish(record)
    return cancelImport(record.id)
  }
  await startImport(record.id)
  let shown = 0
  const onProgress = async (now: ImportRecord) => {
    await report.rows(now, shown, now.processed)
    shown = now.processed
  }
  try {
    let ended = await runImport(record.id, { signal, onProgress })
    // Another process runs the import: a server on the same database looks for started imports too.
    while (!ended && !signal.aborted) {
      await findImport(record.id)
      await sleep(WAIT)
      ended = await runImport(record.id, { signal, onProgress })
    }
    if (ended && ended.processed > shown) await onProgress(ended)
  } catch (error) {
    report.abandon()
    throw error
  }
  if (signal.aborted) await cancelImport(record.id).catch(() => undefined)
  await report.countRefused(record.id)
  const last = await findImport(record.id)
  report.finish(last)
  if (!signal.aborted && last.state !== 'done')
    throw new Failure(`${basename(file)}: ${ENDED_EARLY[last.state] ?? last.state}`)
}

/** Whether the file says something of copies: every MARC file has columns for it, in most of them empty. */
const saysCopies = ({ columns, findings }: ImportRecord): boolean =>
  [columns.copies, columns.copyNumber].some((index) => index !== undefined && (findings.filled[index] ?? 0) > 0)

/** How an import can end elsewhere: in the manager area, or in a server that runs it. */
const ENDED_EARLY: Readonly<Record<string, string>> = {
  paused: 'somebody has paused it; resume it at /manager/import',
  cancelled: 'somebody has stopped it',
  undone: 'somebody has taken it back',
  failed: 'it failed; the log of the server says why, and /manager/import resumes it',
}

/** Throws Failure for a header without a title, or without a column that `map` names. */
function requireColumns(
  header: readonly string[],
  columns: Readonly<Record<string, number>>,
  map: Readonly<Record<string, string>>,
  file: string,
): void {
  const missing = Object.entries(map).find(([field]) => columns[field] === undefined)
  const found = columnList(header)
  if (missing)
    throw new Failure(`${basename(file)}: there is no column "${missing[1]}" for ${missing[0]}: found ${found}`)
  if (columns.title === undefined)
    throw new Failure(`${basename(file)}: no column is known to give the title: found ${found}; say --map title=Column`)
}

// Seeds no sample books before an import, only the genres, so that those in the file match them.
const seed = () => (databaseEnv().seed === 'none' ? 'none' : 'genres')
