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

/** How a file is to be read: what `inspectFile` guesses, and a person may correct. */
export interface FileShape {
  kind: FileKind
  /** The encoding of the text, in MARC 21 of the fields that are not UTF-8; absent for workbooks. */
  encoding?: FileEncoding
  /** One character, for CSV. */
  delimiter?: string
  /** The sheet of a workbook that is read, of `sheets`, those that are shown. */
  sheet?: string
  sheets?: string[]
  /** False where the first row of CSV or a workbook is a book. */
  hasHeader?: boolean
}
