/** A file that can be read more than once: to inspect it, for its header, and for its rows. */
export interface FileSource {
  /** Bytes. */
  size: number
  open(): AsyncIterable<Buffer>
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

/** What a record describes, if that is no book. */
export type Material = 'score' | 'map' | 'video' | 'speech' | 'music' | 'picture' | 'electronic' | 'kit' | 'object'

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
  /** MARC 21 and MARCXML: what the record is of, if that is no text. */
  material?: Material
  /** XLSX: the row is hidden, or left out by a filter. */
  isHidden?: boolean
  /** XLSX: the empty cells with a formula that the workbook has no result of, or an error as its result. */
  withoutResult?: number[]
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
  /** Ends the reading when it is aborted: its reason is thrown. */
  signal?: AbortSignal
}
