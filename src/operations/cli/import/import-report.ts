import { listRows } from '#exchange/import/import-rows.server.ts'
import { noteText, reasonText } from '#exchange/import/page/import-words.ts'
import type { ImportRow } from '#exchange/import/import.schema.ts'
import type { ImportRecord } from '#exchange/import/run/import-write.server.ts'
import { makeBar } from '../terminal-bar.ts'
import { tableText } from './import-words.ts'
import { pluralized } from '../words.ts'

export interface ReportOptions {
  isDryRun: boolean
  isQuiet: boolean
  isVerbose: boolean
}

const PAGE = 1000
const NONE = { created: 0, updated: 0, unchanged: 0, refused: 0, copies: 0 }

/** Prints the progress of an import: rows and summary on stdout, the bar on stderr. */
export class ImportReport {
  readonly #options: ReportOptions
  readonly #started = performance.now()
  readonly #refused = new Map<string, number>()
  #bar: ReturnType<typeof makeBar> | undefined
  #last: ImportRecord | undefined

  constructor(options: ReportOptions) {
    this.#options = options
  }

  /** Prints which columns are used. */
  begin(record: ImportRecord): void {
    this.#bar = makeBar(record.total)
    if (!this.#options.isQuiet) this.#print([tableText(record)])
  }

  /** Prints the rows from `from` up to `to`, which are processed. */
  async rows(record: ImportRecord, from: number, to: number): Promise<void> {
    this.#last = record
    if (!this.#options.isQuiet) {
      for (let cursor = from - 1; cursor < to - 1; cursor += PAGE) {
        const limit = Math.min(PAGE, to - 1 - cursor)
        const { items } = await listRows({ id: record.id, result: undefined, cursor: String(cursor), limit })
        this.#print(items.flatMap((row) => this.#linesOf(row)))
      }
    }
    this.#bar?.show(this.#options.isDryRun ? 'Trying' : 'Importing', to)
  }

  /** Counts the reasons of refused rows for the summary, when the rows are not printed. */
  async countRefused(id: string): Promise<void> {
    for (let cursor: string | undefined | null; this.#options.isQuiet && cursor !== null;) {
      const page = await listRows({ id, result: 'refused', cursor, limit: PAGE })
      for (const row of page.items) this.#linesOf(row)
      cursor = page.nextCursor
    }
  }

  #linesOf({ row, result, reason, notes }: ImportRow): string[] {
    const { isDryRun, isVerbose } = this.#options
    const line = (text: string) => `row ${row}: ${text}`
    const would = isDryRun ? 'would be ' : ''
    if (result === 'refused') {
      const text = reason ? reasonText(reason) : 'refused'
      const kind = text.replace(/\d+(,\d+)*/g, 'N')
      this.#refused.set(kind, (this.#refused.get(kind) ?? 0) + 1)
      return [line(text)]
    }
    if (result === 'unchanged') return isVerbose ? [line(reason ? reasonText(reason) : 'already in the catalogue')] : []
    const done = result === 'created' ? 'imported' : 'changed'
    return [...(isVerbose ? [line(`${would}${done}`)] : []), ...notes.map((note) => line(noteText(note)))]
  }

  /** Removes the bar after a failure, and prints the summary of the rows before it. */
  abandon(): void {
    if (this.#last) this.finish(this.#last)
    else this.#bar?.clear()
  }

  /** Removes the bar and prints the summary. */
  finish({ processed, total, genresAdded, findings, ...record }: ImportRecord): void {
    this.#bar?.clear()
    const { isDryRun } = this.#options
    const would = isDryRun ? 'would be ' : ''
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1)
    const rows = isDryRun ? total : processed
    // Before the first row is written the counts are those of the preview.
    const { created, updated, unchanged, refused, copies } = rows > 0 ? record : NONE
    const added = copies > 0 ? `${pluralized(copies, 'copy', 'copies')} ${would}added, ` : ''
    const unlisted = refused - [...this.#refused.values()].reduce((sum, count) => sum + count, 0)
    this.#print([
      `${pluralized(rows, 'row')} read, ${created} ${would}imported, ${updated} ${would}changed, ${unchanged} already there, ${refused} refused, ${pluralized(genresAdded.length, 'genre')} added, ${added}${seconds} s`,
      ...(copies > 0 && findings.lentCopies
        ? [
            `${pluralized(findings.lentCopies, 'copy is', 'copies are')} on loan according to the file: no loans are made`,
          ]
        : []),
      ...[...this.#refused].map(([reason, count]) => `${count} refused: ${reason}`),
      ...(unlisted > 0 ? [`${unlisted} refused: not listed, since they are too many`] : []),
    ])
  }

  #print(lines: string[]): void {
    if (lines.length === 0) return
    this.#bar?.clear()
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}
