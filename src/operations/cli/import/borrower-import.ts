import { basename } from 'node:path'
import { storeUpload } from '#base/db/uploads.server.ts'
import { AppError } from '#base/errors/app-error.ts'
import { FileFault } from '#base/formats/file-fault.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { cancelImport, createImport, findImport, startImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import { fileSentence } from '#exchange/import/shared/file-sentence.server.ts'
import { kindOf } from '#exchange/import/other/other-imports.server.ts'
import { Failure } from '../failure.ts'
import { onStop } from '../stop.ts'
import { withDatabase } from '../with-database.ts'
import { bytesOf, openFile } from './import-file.ts'
import type { ReportOptions } from './import-report.ts'

interface BorrowerImportOptions extends ReportOptions {
  /** The list is right although it leaves most absent. */
  isConfirmed: boolean
}

/** Imports a class list. Returns the exit code; throws Failure for a file that cannot be read, and for a list that is to be confirmed. */
export async function importBorrowers(file: string, options: BorrowerImportOptions): Promise<number> {
  const handle = await openFile(file)
  const stop = onStop()
  const name = basename(file)
  try {
    await withDatabase(() => withLocale('en', () => importList(bytesOf(handle), name, options, stop.signal)), 'genres')
    return stop.exitCode()
  } catch (error) {
    if (error instanceof FileFault) throw new Failure(`${name}: ${withLocale('en', () => fileSentence(error.fault))}`)
    throw error instanceof AppError ? new Failure(`${name}: ${error.message}`) : error
  } finally {
    stop.end()
    await handle.close()
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function importList(
  bytes: AsyncIterable<Buffer>,
  name: string,
  { isConfirmed, isDryRun, isQuiet, isVerbose }: BorrowerImportOptions,
  signal: AbortSignal,
): Promise<void> {
  const kind = kindOf({ about: 'borrower' })
  if (!kind || !(await kind.isOn())) throw new Failure('This library does not lend: /manager/settings')
  const upload = await storeUpload(name, bytes)
  const { id, header, columns } = await createImport({ upload, userId: null, rowsAre: { about: 'borrower' } })
  try {
    const used = Object.entries(columns).map(([field, index]) => `${field} = ${header[index] ?? ''}`)
    if (columns.name === undefined)
      throw new Failure(`${name}: no column is known to give the names: found ${header.join(', ')}`)
    if (!isQuiet) print(`Columns: ${used.join(', ')}`)
    if (isConfirmed) await kind.confirm(id)
    if (!isDryRun) {
      await startImport(id)
      await runImport(id, { signal })
    }
  } catch (error) {
    await cancelImport(id).catch(() => undefined)
    throw error
  }
  const counts = new Map<string, number>()
  for await (const { result, text, isUnremarkable } of kind.lines(id)) {
    counts.set(result, (counts.get(result) ?? 0) + 1)
    if (!isQuiet && (isVerbose || !isUnremarkable)) print(text)
  }
  if (isDryRun) await cancelImport(id)
  else if (signal.aborted) await cancelImport(id).catch(() => undefined)
  const summary = [...counts].map(([result, count]) => `${count} ${result}`)
  print(`${isDryRun ? 'Would be: ' : ''}${summary.join(', ') || 'no rows'}`)
  if (isDryRun || signal.aborted) return
  const { state } = await findImport(id)
  if (state !== 'done') throw new Failure(`${name}: it is ${state}; /manager/import shows it`)
}
