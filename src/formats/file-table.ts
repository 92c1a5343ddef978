export const fileKinds = ['csv', 'xlsx', 'jsonl', 'marc', 'marcxml'] as const
export type FileKind = (typeof fileKinds)[number]

export const fileEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1256',
  'macintosh',
  'cp850',
  'iso-8859-6',
  'iso-8859-8',
  'windows-1251',
  'koi8-r',
  'marc-8',
] as const
export type FileEncoding = (typeof fileEncodings)[number]

/** A file that can be read more than once: to inspect it, for its header, and for its rows. */
export interface FileSource {
  /** Bytes. */
  size: number
  open(): AsyncIterable<Buffer>
}

/** How a file is to be read: what `inspectFile` guesses, and a person may correct. */
export interface FileShape {
  kind: FileKind
  /** Not for workbooks. In MARC 21: of the fields that are not UTF-8. */
  encoding?: FileEncoding
  /** One character, for CSV. */
  delimiter?: string
  /** The sheet of a workbook that is read, of `sheets`, those that are shown. */
  sheet?: string
  sheets?: string[]
  /** False where the first row of CSV or a workbook is a book. */
  hasHeader?: boolean
}

/** Why one row cannot be read as it stands. */
export type RowFault =
  /** CSV: text after a closing quote, and a quote that is never closed. The cell holds the whole line. */
  | { kind: 'quote-followed' | 'quote-open' }
  /** More than `limit` bytes; the cells are empty. */
  | { kind: 'too-long'; limit: number }
  /** CSV: as many cells as the header has are in the cells. */
  | { kind: 'columns'; found: number; expected: number }
  /** JSON lines: no JSON, or something other than an object. The cell holds the whole line. */
  | { kind: 'json' }
  /** MARC 21: the end is missing, or leader, directory and fields do not fit together. The cells are empty. */
  | { kind: 'marc-record'; reason: 'truncated' | 'broken' }
  /** MARC 21 and MARCXML: the record announces a deletion in another catalogue. */
  | { kind: 'deleted' }

export interface FileRow {
  /** The line of the file on which the row begins, the row of the sheet, or the number of the record; from 1. */
  row: number
  /** In the order of the columns. Empty ones at the end may be missing. */
  cells: string[]
  fault?: RowFault
  /** MARC 21 and MARCXML: the whole record, as `packRecord` returns it. */
  record?: Buffer
  /** MARC 21 and MARCXML: the record has items in a form that is not read. */
  hasOtherItems?: boolean
  /** XLSX: the row is hidden, or left out by a filter. */
  isHidden?: boolean
  /** The cells that have U+FFFD in place of bytes that the encoding does not have. */
  undecodable?: number[]
}

export interface FileTable {
  header: string[]
  /** In groups, without header and blank lines. Throws FileFault. */
  rows: AsyncGenerator<FileRow[]>
}

export type IsKnownHeader = (name: string) => boolean

export interface ReadOptions {
  /** Whether this is the name of a column, by which the header is found below a title. */
  isKnownHeader?: IsKnownHeader
  /** Bytes of the file that were read so far. */
  onBytes?: (bytes: number) => void
  /** Its reason is thrown. */
  signal?: AbortSignal
}

/** A column to be written: MARC 21, MARCXML and JSON lines know it by its field, the others by its heading. */
export interface FileColumn {
  field: string
  heading: string
  /** Its texts are JSON, which JSON lines have as it is. */
  isJson?: boolean
}

/** Groups of rows: the texts of the columns in their order. They have no control characters but line breaks. */
export type WrittenRows = AsyncIterable<readonly (readonly string[])[]>
