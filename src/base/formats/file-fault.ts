/** Files of another kind that are recognised in order to name them. */
export type ForeignKind =
  | 'pdf'
  | 'picture'
  | 'xls'
  | 'xlsb'
  | 'encrypted'
  | 'ods'
  /** DOCX and other texts and presentations of today's Office programs. */
  | 'docx'
  | 'numbers'
  | 'zip'
  | 'gzip'
  | 'json'
  | 'html'
  | 'html-table'
  /** XML Spreadsheet 2003. */
  | 'xml-2003'
  | 'xml'
  | 'rtf'
  | 'program'
  | 'binary'

/** Why a whole file is refused. */
export type WholeFault =
  | { kind: 'empty' }
  /** `names`: the first files in a ZIP file. */
  | { kind: 'foreign'; format: ForeignKind; names?: string[] }
  /** The file ends too early or contradicts itself; `row` is the first row that cannot be read, if that is known. */
  | { kind: 'damaged'; row?: number }
  /** More columns in the header than `limit`. */
  | { kind: 'columns'; found: number; limit: number }
  /** More rows than `limit`. */
  | { kind: 'rows'; limit: number }
  /** The header cannot be read: a quote in `row` is not closed or followed by text, or the line is too long. */
  | { kind: 'header'; row: number }
  /** A workbook that would inflate to more than `limit` bytes in one of its parts. */
  | { kind: 'too-large'; limit: number }
  | { kind: 'no-sheet'; sheet: string; sheets: string[] }
  /** The file is read, and is not what it should be; in words of what reads it, in the language of the request. */
  | { kind: 'contents'; sentence: () => string }

/** A file that cannot be read. */
export class FileFault extends Error {
  override name = 'FileFault'
  readonly fault: WholeFault

  constructor(fault: WholeFault) {
    super(fault.kind)
    this.fault = fault
  }
}
