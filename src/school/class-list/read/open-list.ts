import type { FileRow } from '#base/formats/file-table.ts'
import type { RosterFindings } from '../class-list.schema.ts'
import type { PeopleColumns } from './people-columns.ts'

/** A list as it stands in the file. */
export interface OpenList {
  header: string[]
  /** The rows, each with the class that the name of its sheet says. */
  rows: { row: FileRow; className: string; isStaff?: boolean }[]
  /** The columns of the fields, where they are not found by their names. */
  columns?: PeopleColumns
  /** What of a roster is no row, and how classes were found. */
  roster?: RosterFindings
}

/** People of one list, by far more than the largest school has: all are compared with all borrowers at once. */
export const PEOPLE_MAX = 20_000
