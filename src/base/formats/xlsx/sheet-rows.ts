import { FileFault } from '../file-fault.ts'
import type { FileRow } from '../file-table.ts'
import { CELL_MAX, COLUMNS_MAX, RECORD_MAX, ROWS_MAX } from '../limits.ts'
import { cutText } from '../text/stored-text.ts'
import { unescapeText } from './escape-text.ts'
import { numberText, type NumberStyle } from './number-format.ts'
import type { StringTable } from './string-table.server.ts'
import type { Workbook } from './workbook.server.ts'

/** The limit of Excel. */
const ROW_MAX = 1_048_576

/**
 * Collects the rows of a sheet from its XML. A merged cell is the first of its cells; formulas are their last value, which programs
 * that write workbooks without calculating them leave out.
 */
export class SheetRows {
  #rows: FileRow[] = []
  #row = 0
  /** Rows so far, blank ones too. */
  #count = 0
  #cells: string[] = []
  /** Characters of the row's cells: a shared string costs the file only a few bytes for each cell that has it. */
  #size = 0
  #column = 0
  #type = ''
  #style = 0
  #value = ''
  #isAid = false
  #isHidden = false
  #isFormula = false
  #withoutResult: number[] = []
  readonly #strings: StringTable
  readonly #styles: readonly NumberStyle[]
  readonly #epoch: Workbook['epoch']

  constructor(strings: StringTable, styles: readonly NumberStyle[], epoch: Workbook['epoch']) {
    this.#strings = strings
    this.#styles = styles
    this.#epoch = epoch
  }

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') {
      this.#column = columnOf(attributes['r']) ?? this.#column + 1
      this.#type = attributes['t'] ?? 'n'
      this.#style = Number(attributes['s'] ?? 0)
      this.#value = ''
      this.#isFormula = false
    } else if (name === 'row') {
      const row = Number(attributes['r'])
      this.#row = Number.isInteger(row) && row > this.#row && row <= ROW_MAX ? row : this.#row + 1
      this.#column = 0
      this.#cells = []
      this.#withoutResult = []
      this.#size = 0
      this.#isHidden = /^(1|true)$/.test(attributes['hidden'] ?? '')
      this.#count += 1
      if (this.#count > ROWS_MAX) throw new FileFault({ kind: 'rows', limit: ROWS_MAX })
    } else if (name === 'f') this.#isFormula = true
    else if (name === 'rPh') this.#isAid = true
  }

  onClose(name: string, text: string): void {
    if (name === 'v') this.#value = text
    else if (name === 't' && !this.#isAid && this.#value.length <= CELL_MAX) this.#value += text
    else if (name === 'rPh') this.#isAid = false
    else if (name === 'c') this.#setCell()
    else if (name === 'row') this.#endRow()
  }

  /** The rows since the last time. */
  take(): FileRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #setCell(): void {
    // An empty text is a result.
    const hasResult = this.#type === 'str' || (this.#value !== '' && this.#type !== 'e')
    if (this.#isFormula && !hasResult && this.#column <= COLUMNS_MAX) this.#withoutResult.push(this.#column - 1)
    if (this.#value === '' || this.#column > COLUMNS_MAX + 1 || this.#size > RECORD_MAX) return
    while (this.#cells.length < this.#column) this.#cells.push('')
    const text = cutText(this.#text())
    this.#size += text.length
    this.#cells[this.#column - 1] = text
  }

  #endRow(): void {
    if (this.#size > RECORD_MAX)
      this.#rows.push({ row: this.#row, cells: [], fault: { kind: 'too-long', limit: RECORD_MAX } })
    else if (this.#cells.some((cell) => cell.trim() !== ''))
      this.#rows.push({
        row: this.#row,
        cells: this.#cells,
        ...(this.#isHidden && { isHidden: true }),
        ...(this.#withoutResult.length > 0 && { withoutResult: this.#withoutResult }),
      })
  }

  #text(): string {
    const value = this.#value
    if (this.#type === 's') return this.#strings.get(Number(value))
    if (this.#type === 'inlineStr' || this.#type === 'str') return unescapeText(value)
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (this.#type === 'e') return ''
    if (this.#type === 'd') return value.replace(/T00:00:00(\.0+)?Z?$/, '')
    return numberText(value, this.#styles[this.#style] ?? { kind: 'number' }, this.#epoch)
  }
}

/** Number of the column of a cell: 3 for `C5`. */
function columnOf(reference: string | undefined): number | undefined {
  if (!reference) return undefined
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column || undefined
}
