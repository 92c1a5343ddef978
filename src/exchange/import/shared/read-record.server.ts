import type { MarcItem } from '#base/formats/marc/item-fields.ts'
import { marcHeader } from '#base/formats/marc/marc-header.ts'
import { unescapeXml } from '#base/formats/text/escape-xml.ts'
import { readCopies } from '../copies/read-copies.server.ts'
import { bookReader, type StagedRow } from '../staging/import-book.server.ts'
import { findColumns } from '../staging/import-columns.server.ts'
import { hasEntity } from '../staging/import-text.server.ts'

/** Columns that say something of another library: what it calls the record, where its book stands, and what it adds. */
const FOREIGN = ['id', 'shelfMark', 'details']

/** The book that a record of another catalogue describes, its texts read as an import reads them. */
export function readRecord(record: Readonly<Record<string, string>>): StagedRow {
  const cells = Object.values(record)
  const found = findColumns(Object.keys(record), {})
  for (const field of FOREIGN) found.delete(field)
  const read = bookReader({
    columns: Object.fromEntries(found),
    turnsNames: false,
    others: [],
    entities: cells.flatMap((cell, index) => (hasEntity(cell) ? [index] : [])),
  })
  return read({ row: 1, cells })
}

const marcColumns = Object.fromEntries(
  marcHeader.flatMap((name, index): [string, number][] => (name === 'id' ? [] : [[name, index]])),
)

const readMarcRow = bookReader({ columns: marcColumns, turnsNames: false, others: [] })

/** The book that the cells of a MARC record are read as, whose names are in their order. */
export const readMarcCells = (cells: string[]): StagedRow => readMarcRow({ row: 1, cells })

const cell = (text: string): string => (text === '' ? '' : JSON.stringify([unescapeXml(text).normalize('NFC')]))

/** The copy that an import makes of what a record says of it. */
export function readMarcItem({ number, place, condition, note, day }: MarcItem): MarcItem {
  const { copies = {} } = readCopies({
    copyNumber: cell(number),
    copyPlace: cell(place),
    copyCondition: cell(condition),
    copyNote: cell(note),
    copyAcquired: cell(day),
  })
  const [read = ''] = copies.conditions ?? []
  return {
    number,
    place: copies.places?.[0] ?? '',
    condition: read === 'ok' ? '' : read,
    note: copies.notes?.[0] ?? '',
    day: copies.days?.[0] ?? '',
  }
}
