import { isUtf8 } from 'node:buffer'
import { readBytes } from '../bytes.server.ts'
import type { FileEncoding, FileRow, FileShape, FileSource, FileTable, ReadOptions } from '../file-table.ts'
import { decoderOf, isUndecodable, withoutUndecodable } from '../text/decode.server.ts'
import { readField, readFields, splitRecords } from './iso-2709.server.ts'
import { decodeMarc8 } from './marc-8.server.ts'
import { LEADER, type MarcRecord } from './marc-record.ts'
import { marcHeader } from './marc-header.ts'
import { marcCells, usedTags } from './marc-row.ts'

const ESCAPE = 0x1b

/** MARC 21 in ISO 2709. */
export function openMarc(source: FileSource, shape: FileShape, options: ReadOptions): FileTable {
  return { header: [...marcHeader], rows: readRows(source, shape.encoding, options) }
}

async function* readRows(
  source: FileSource,
  encoding: FileEncoding | undefined,
  options: ReadOptions,
): AsyncGenerator<FileRow[]> {
  const decode = fieldDecoder(encoding)
  let row = 0
  for await (const records of splitRecords(readBytes(source, options))) {
    yield records.map(({ bytes, isTruncated, isTooLong }): FileRow => {
      row += 1
      if (isTruncated || isTooLong)
        return { row, cells: [], fault: { kind: 'marc-record', reason: isTruncated ? 'truncated' : 'broken' } }
      const fields = readFields(bytes)
      if (!fields) return { row, cells: [], fault: { kind: 'marc-record', reason: 'broken' } }
      const used = fields.filter(({ tag }) => usedTags.test(tag)).map((field) => readField(field, decode))
      return marcRow({ leader: bytes.toString('latin1', 0, LEADER), fields: used }, row)
    })
  }
}

/** The row of a record of ISO 2709 or XML. */
export function marcRow(record: MarcRecord, row: number): FileRow {
  const cells = marcCells(record)
  if (record.leader[5] === 'd') return { row, cells: withoutUndecodable(cells), fault: { kind: 'deleted' } }
  return cells.some(isUndecodable)
    ? { row, cells: withoutUndecodable(cells), fault: { kind: 'encoding' } }
    : { row, cells }
}

/**
 * Reads the bytes of a field. Leaders are often wrong about the encoding (leader/09), and files mix encodings: what is
 * valid UTF-8 without escape sequences is UTF-8, all else is MARC-8 or what the person chose.
 */
function fieldDecoder(encoding: FileEncoding | undefined): (bytes: Buffer) => string {
  const other =
    encoding === undefined || encoding === 'utf-8' || encoding === 'marc-8' ? undefined : decoderOf(encoding)
  return (bytes) => {
    if (isUtf8(bytes) && !bytes.includes(ESCAPE)) return bytes.toString('utf8')
    return other ? other.decode(bytes) : decodeMarc8(bytes)
  }
}
