import { RECORD_MAX } from '../limits.ts'
import { LEADER } from './marc-record.ts'

export const FIELD_END = 0x1e
export const RECORD_END = 0x1d
/** Bytes of an entry of the directory: tag, length, start. */
const ENTRY = 12

/** Bytes of a record without its end. `isTruncated`: the file ends before the record does. */
interface RawRecord {
  bytes: Buffer
  isTruncated?: boolean
  isTooLong?: boolean
}

/**
 * Splits a file at the ends of its records, since lengths in leaders are often wrong. Blanks between them are skipped.
 */
export async function* splitRecords(pieces: AsyncIterable<Buffer>): AsyncGenerator<RawRecord[]> {
  let waiting: Buffer[] = []
  let size = 0
  const keep = (bytes: Buffer) => {
    if (size < RECORD_MAX) waiting.push(bytes)
    size += bytes.length
  }
  const take = (more: Omit<RawRecord, 'bytes'> = {}): RawRecord => {
    const bytes = withoutBlanks(Buffer.concat(waiting))
    const record = size > RECORD_MAX ? { bytes, ...more, isTooLong: true } : { bytes, ...more }
    waiting = []
    size = 0
    return record
  }
  for await (const piece of pieces) {
    const records: RawRecord[] = []
    let start = 0
    for (let end = piece.indexOf(RECORD_END); end >= 0; end = piece.indexOf(RECORD_END, start)) {
      keep(piece.subarray(start, end))
      start = end + 1
      const record = take()
      if (record.bytes.length > 0) records.push(record)
    }
    if (start < piece.length) keep(Buffer.from(piece.subarray(start)))
    yield records
  }
  const last = take({ isTruncated: true })
  yield last.bytes.length > 0 ? [last] : []
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/** Without line breaks, a byte order mark and other blanks before the leader, which begins with a digit. */
function withoutBlanks(bytes: Buffer): Buffer {
  let start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
  while (start < bytes.length && (bytes[start] ?? 0) <= 0x20) start += 1
  return bytes.subarray(start)
}

interface RawField {
  tag: string
  bytes: Buffer
}

/** The fields of a record by its directory; if that is wrong, by the ends of fields; undefined if neither fits. */
export function readFields(record: Buffer): RawField[] | undefined {
  const directoryEnd = record.indexOf(FIELD_END)
  if (directoryEnd < LEADER) return undefined
  // A directory that lost its first digit is common: `01` for `001`.
  const directory = record.toString('latin1', LEADER, directoryEnd).replace(/^01(?=(.{9})(.{12})*$)/s, '001')
  const entries = directory.match(/.{12}/gs) ?? []
  const isWhole = directory.length % ENTRY === 0 && entries.every((entry) => /^[\dA-Za-z]{3}\d/.test(entry))
  if (entries.length === 0 || !isWhole) return undefined
  return fieldsByPlace(record, entries) ?? fieldsByOrder(record, entries, directoryEnd + 1)
}

function fieldsByPlace(record: Buffer, entries: readonly string[]): RawField[] | undefined {
  const base = Number(record.toString('latin1', 12, 17))
  const fields: RawField[] = []
  let size = 0
  for (const entry of entries) {
    const start = base + Number(entry.slice(7))
    const end = start + Number(entry.slice(3, 7)) - 1
    size += end - start
    // Between two ends of fields, and none within. Entries that share their bytes would be larger than the record.
    if (
      !(end >= start) ||
      size > record.length ||
      record[start - 1] !== FIELD_END ||
      record.indexOf(FIELD_END, start) !== end
    )
      return undefined
    fields.push({ tag: entry.slice(0, 3), bytes: record.subarray(start, end) })
  }
  return fields
}

/** Places and lengths that count letters instead of bytes are wrong, but the order of their fields is right. */
function fieldsByOrder(record: Buffer, entries: readonly string[], dataStart: number): RawField[] | undefined {
  const texts = splitFields(record.subarray(dataStart))
  if (texts.length !== entries.length) return undefined
  // Beyond 99,999 bytes, places are no longer what they say.
  const places = entries.map((entry) => Number(entry.slice(7)))
  const isSorted = places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0))
  if (!isSorted && record.length < 100_000) return undefined
  return entries.map((entry, index) => ({ tag: entry.slice(0, 3), bytes: texts[index] ?? Buffer.alloc(0) }))
}

/** The bytes between the ends of fields; after the last one there need be none. */
export function splitFields(bytes: Buffer): Buffer[] {
  const fields: Buffer[] = []
  let start = 0
  for (let end = bytes.indexOf(FIELD_END); end >= 0; end = bytes.indexOf(FIELD_END, start)) {
    fields.push(bytes.subarray(start, end))
    start = end + 1
  }
  return start < bytes.length ? [...fields, bytes.subarray(start)] : fields
}
