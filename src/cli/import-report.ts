import type { ImportCounts, ImportEvent } from '#features/book/import/book-import.server.ts'
import { makeBar } from './import-bar.ts'
import { kindOf, reasonText, tableText } from './import-words.ts'
import { pluralized } from './words.ts'

export interface ReportOptions {
  isDryRun: boolean
  isQuiet: boolean
  isVerbose: boolean
}

/** Prints the progress of an import: rows and summary on stdout, the bar on stderr. */
export class ImportReport {
  readonly #options: ReportOptions
  readonly #bar
  readonly #started = performance.now()
  readonly #refused = new Map<string, number>()
  #cleaned = 0
  #counts: ImportCounts = { rows: 0, imported: 0, alreadyThere: 0, refused: 0, genresAdded: 0 }

  constructor(options: ReportOptions, size: number) {
    this.#options = options
    this.#bar = makeBar(size)
  }

  readonly on = (event: ImportEvent): void => {
    if (event.kind === 'checking') this.#bar.show('Checking', event.bytes)
    else if (event.kind === 'batch') this.#onBatch(event)
    else if (!this.#options.isQuiet) this.#print([tableText(event.table)])
  }

  #onBatch({ bytes, counts, imported, shortened, cleaned, refusals }: Extract<ImportEvent, { kind: 'batch' }>): void {
    const { isDryRun, isQuiet, isVerbose } = this.#options
    this.#counts = counts
    for (const { reason } of refusals) {
      if (reason.kind === 'taken' && reason.earlierRow === null) continue
      this.#refused.set(kindOf(reason), (this.#refused.get(kindOf(reason)) ?? 0) + 1)
    }
    const lines = refusals.map(({ row, reason }) => ({ row, text: reasonText(reason) }))
    lines.push(...shortened.map((row) => ({ row, text: 'Author: shortened to 300 characters' })))
    lines.push(...cleaned.map((row) => ({ row, text: 'Line breaks or marks of direction taken out' })))
    this.#cleaned += cleaned.length
    const done = isDryRun ? 'would be imported' : 'imported'
    if (isVerbose) lines.push(...imported.map((row) => ({ row, text: done })))
    if (!isQuiet) this.#print(lines.toSorted((a, b) => a.row - b.row).map(({ row, text }) => `row ${row}: ${text}`))
    this.#bar.show(isDryRun ? 'Trying' : 'Importing', bytes)
  }

  /** Removes the bar after a failure, and prints the summary of the rows before it. */
  abandon(): void {
    if (this.#counts.rows > 0) this.finish()
    else this.#bar.clear()
  }

  /** Removes the bar and prints the summary. */
  finish(): void {
    this.#bar.clear()
    const { rows, imported, alreadyThere, refused, genresAdded } = this.#counts
    const would = this.#options.isDryRun ? 'would be ' : ''
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1)
    this.#print([
      `${pluralized(rows, 'row')} read, ${imported} ${would}imported, ${alreadyThere} already there, ${refused} refused, ${pluralized(genresAdded, 'genre')} ${would}added, ${seconds} s`,
      ...[...this.#refused].map(([reason, count]) => `${count} refused: ${reason}`),
      ...(this.#cleaned > 0 ? [`${this.#cleaned} cleaned: line breaks or marks of direction taken out`] : []),
    ])
  }

  #print(lines: string[]): void {
    if (lines.length === 0) return
    this.#bar.clear()
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}
