import { columnNames, importFields } from '#features/book/import/book-import-columns.server.ts'
import type { Fault, Reason } from '#features/book/import/book-import-fault.server.ts'
import type { ForeignFormat } from '#features/book/import/book-import-fault.server.ts'
import { ROW_MAX } from '#features/book/import/book-import-rows.server.ts'
import { pluralized, english, singleLine } from './words.ts'

/** Why a row is refused, without numbers, so that the summary can count equal reasons. */
export function kindOf(reason: Reason): string {
  if (reason.kind === 'columns') return 'Not as many columns as the header has'
  if (reason.kind === 'field') return fieldText(reason.field, english(reason.problem), reason.problem.key)
  return `${english({ key: 'error_BOOK_TAKEN' })} (${reason.earlierRow === null ? 'already in the catalogue' : 'earlier in this file'})`
}

/** Why a row is refused. */
export function reasonText(reason: Reason): string {
  if (reason.kind === 'columns') return `${pluralized(reason.found, 'column')} where the header has ${reason.expected}`
  if (reason.kind === 'taken' && reason.earlierRow !== null) {
    return `${english({ key: 'error_BOOK_TAKEN' })} (row ${reason.earlierRow} of this file)`
  }
  return kindOf(reason)
}

// Messages of the field name it already; generic ones need the name.
const fieldText = (field: string, sentence: string, key: string): string =>
  key.startsWith(`${field}_`) ? sentence : `${field.charAt(0).toUpperCase()}${field.slice(1)}: ${sentence}`

const asCsv = (what: string, how: string) => `this is ${what}, and only CSV can be imported: ${how}`
const FORMATS: Record<ForeignFormat, string> = {
  marc: asCsv('MARC 21', 'export the catalogue as CSV, or convert it, with MarcEdit for one'),
  xml: asCsv('XML', 'export the catalogue as CSV, or convert it; of MARCXML, MarcEdit makes CSV'),
  workbook: asCsv('a spreadsheet (XLSX or ODS) or another ZIP file', 'open it and save the sheet as "CSV UTF-8"'),
  'workbook-old': asCsv('an old Office document (XLS)', 'open it and save the sheet as "CSV UTF-8"'),
  pdf: asCsv('a PDF', 'export the list as CSV where it was made'),
  gzip: asCsv('a file packed with gzip', 'unpack it first, with gunzip'),
  json: asCsv('JSON', 'convert it to a table with a header first'),
}

/** Why a file is refused, in one line. */
export function faultText(fault: Fault, file: string): string {
  const convert = (encoding: string) => `iconv -f ${encoding} -t UTF-8 ${file} > utf8.csv`
  switch (fault.kind) {
    case 'empty':
      return 'the file is empty'
    case 'format':
      return FORMATS[fault.format]
    case 'encoding':
      return `line ${fault.line} is not UTF-8 (byte 0x${fault.byte.toString(16).toUpperCase()}): save the file as UTF-8, or convert it: ${convert('ISO-8859-1')} (Arabic: WINDOWS-1256)`
    case 'utf16':
      return `line 1 is not UTF-8 but UTF-16: save the file as UTF-8, or convert it: ${convert('UTF-16')}`
    case 'quote-open':
      return `row ${fault.row}: a quote is opened there and never closed`
    case 'quote-followed':
      return `row ${fault.row}: a quote is opened there and not closed before the next cell begins; a quote within quotes is written twice`
    case 'quote-inside':
      return `row ${fault.row}: a quote stands within a cell that is not in quotes: put the cell in quotes and write the one within twice`
    case 'too-long':
      return `row ${fault.row} has more than ${ROW_MAX} characters: a quote opened there is probably never closed`
    case 'no-title':
      return `row 1 names no column for the title: found ${columnList(fault.found)}; allowed ${columnNames('title').join(', ')}, or --map title=Column`
    case 'no-column':
      return `row 1 has no column "${singleLine(fault.column)}" for ${fault.field}: found ${columnList(fault.found)}`
  }
}

const LIST_MAX = 30

/** Column names in one line, truncated, since a file that is not a table may have hundreds of any length. */
export function columnList(names: readonly string[]): string {
  const some = names.slice(0, LIST_MAX).map((name) => singleLine(name).slice(0, 60) || '""')
  return names.length > LIST_MAX ? `${some.join(', ')} and ${names.length - LIST_MAX} more` : some.join(', ')
}

/** Which columns are used for which fields, and which are ignored. */
export function tableText({ header, columns }: { header: string[]; columns: ReadonlyMap<string, number> }): string {
  const used = importFields.flatMap((field) => {
    const index = columns.get(field)
    return index === undefined ? [] : [`${field} from "${singleLine(header[index] ?? '')}"`]
  })
  const usedIndexes = new Set(columns.values())
  const ignored = header.filter((_, index) => !usedIndexes.has(index))
  return `Columns: ${used.join(', ')}${ignored.length > 0 ? `; ignored: ${columnList(ignored)}` : ''}`
}
