import type { Problem } from '#i18n/problem-text.ts'

/** Formats of catalogues that are recognised in order to refuse them by name. */
export type ForeignFormat = 'marc' | 'xml' | 'workbook' | 'workbook-old' | 'pdf' | 'gzip' | 'json'

/** Why a whole file is refused. `row` and `line` are line numbers of the file, from 1. */
export type Fault =
  | { kind: 'empty' }
  | { kind: 'format'; format: ForeignFormat }
  | { kind: 'encoding'; line: number; byte: number }
  | { kind: 'utf16' }
  | { kind: 'quote-open' | 'quote-inside' | 'quote-followed' | 'too-long'; row: number }
  | { kind: 'no-title'; found: string[] }
  | { kind: 'no-column'; field: string; column: string; found: string[] }

/** The file cannot be imported, or only in part. */
export class ImportFault extends Error {
  override name = 'ImportFault'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.kind)
    this.fault = fault
  }
}

/** Why one row is refused. `earlierRow` is the row of the file with the same book, null when the catalogue has it. */
export type Reason =
  | { kind: 'field'; field: string; problem: Problem }
  | { kind: 'columns'; found: number; expected: number }
  | { kind: 'taken'; earlierRow: number | null }

export interface Refusal {
  /** The line of the file on which the row begins. */
  row: number
  reason: Reason
}
