import type { FileRow } from '#base/formats/file-table.ts'

/** A file of a roster: OneRoster and School Data Sync write one table a file, each row with the ids of those it belongs to. */
export interface RosterTable {
  /** The columns as `columnKey` writes them. */
  columns: ReadonlyMap<string, number>
  rows: readonly Pick<FileRow, 'row' | 'cells'>[]
}

export const NO_TABLE: RosterTable = { columns: new Map(), rows: [] }

/** Equal for the writings of a column: `SIS ID` and `sis_id`, `classSourcedId` and `ClassSourcedID`. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Reads the first of the columns that has a value in a row; an empty text for none. */
export function cellReader({ columns }: RosterTable, ...names: readonly string[]) {
  const indices = names.flatMap((name) => columns.get(name) ?? [])
  return ({ cells }: Pick<FileRow, 'cells'>): string => {
    for (const index of indices) {
      const text = cells[index]?.trim() ?? ''
      if (text !== '') return text
    }
    return ''
  }
}

/** The files of a roster as they are read. Those that it does not have are empty. */
export interface RosterTables {
  users: RosterTable
  /** School Data Sync 1 and Clever have pupils and staff in two files, without roles. */
  usersAre?: 'pupil'
  teachers: RosterTable
  /** OneRoster 1.2 and School Data Sync 2.1. OneRoster 1.1 has the role with the user. */
  roles: RosterTable
  classes: RosterTable
  enrollments: RosterTable
}
