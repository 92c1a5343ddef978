import { isUtf8 } from 'node:buffer'
import { readBytes, readStart } from '../bytes.server.ts'
import type { FileRow, FileSource, FileTable, ReadOptions } from '../file-table.ts'
import type { FileEncoding, FileShape } from '#base/lib/file-shape.ts'
import { asUndecoded, decoderOf } from '../text/decode.server.ts'
import { isMostlyUtf8 } from '../text/guess-encoding.server.ts'
import { unescapeXml } from '../text/escape-xml.ts'
import { readFields, splitRecords } from './iso-2709.server.ts'
import { isIso5426 } from './iso-5426.ts'
import { decodeMarc8, ISO_5426 } from './marc-8.server.ts'
import { packRecord } from './kept-record.server.ts'
import { marcFieldOf, LEADER } from './marc-record.ts'
import { marcHeader } from './marc-header.ts'
import { marcRow, usedTags, withRecord } from './marc-row.server.ts'
import { isAleph } from './text-forms/aleph.ts'
import { isMnemonic, readAleph, readMnemonic } from './text-forms/read-marc-text.server.ts'

const ESCAPE = 0x1b
/** Bytes by which the text forms of MarcEdit and Aleph are told. */
const START = 100

/** MARC 21 in ISO 2709, or in the text form of MarcEdit or Aleph. */
export function openMarc(source: FileSource, shape: FileShape, options: ReadOptions): FileTable {
  return { header: [...marcHeader], rows: readRows(source, shape.encoding, options) }
}

async function* readRows(
  source: FileSource,
  encoding: FileEncoding | undefined,
  options: ReadOptions,
): AsyncGenerator<FileRow[]> {
  const start = (await readStart(source, START)).toString('latin1')
  if (isMnemonic(start)) return yield* readMnemonic(source, encoding, options)
  if (isAleph(start)) return yield* readAleph(source, encoding, options)
  let row = 0
  for await (const records of splitRecords(readBytes(source, options))) {
    yield records.map(({ bytes, isTruncated, isTooLong }): FileRow => {
      row += 1
      if (isTruncated || isTooLong)
        return { row, cells: [], fault: { kind: 'marc-record', reason: isTruncated ? 'truncated' : 'broken' } }
      const fields = readFields(bytes)
      if (!fields) return { row, cells: [], fault: { kind: 'marc-record', reason: 'broken' } }
      const decode = fieldDecoder(bytes, encoding)
      const used = fields.flatMap(({ tag, bytes: of }) => (usedTags.test(tag) ? marcFieldOf(tag, decode(of)) : []))
      const leader = bytes.toString('latin1', 0, LEADER)
      const isAsRead = isPlain(bytes)
      const record = packRecord(
        leader,
        fields.map(({ tag, bytes: data }) => ({ tag, data: isAsRead ? data : decode(data) })),
      )
      return withRecord(marcRow({ leader, fields: used }, row), record)
    })
  }
}

/** Whether the bytes of a record are its texts as they stand. */
const isPlain = (record: Buffer): boolean => isUtf8(record) && !record.includes(ESCAPE) && !record.includes('$1')

/**
 * Reads the bytes of a record's fields. Leaders are often wrong about the encoding (leader/09), and files mix
 * encodings: what is valid UTF-8 without escape sequences is UTF-8, all else is MARC-8, ISO 5426 or what the person
 * chose.
 */
function fieldDecoder(record: Buffer, encoding: FileEncoding | undefined): (bytes: Buffer) => string {
  const other =
    encoding === undefined || encoding === 'utf-8' || encoding === 'marc-8' ? undefined : decoderOf(encoding)
  const set = other || isUtf8(record) || !isIso5426(record) ? undefined : ISO_5426
  return (bytes) => {
    if (!isUtf8(bytes)) {
      const text = other?.decode(bytes) ?? (isMostlyUtf8(bytes) ? bytes.toString('utf8') : decodeMarc8(bytes, set))
      return asUndecoded(text)
    }
    if (bytes.includes(ESCAPE)) return decodeMarc8(bytes)
    const text = bytes.toString('utf8')
    return LOST_ESCAPE.test(text) ? decodeMarc8(withEscapes(text)) : text
  }
}

/** East Asian characters of MARC-8 that went through XML, which dropped the escape sequence and left entities. */
const LOST_ESCAPE = /\$1[!-~]{3,}?\(B/

const withEscapes = (text: string): Buffer =>
  Buffer.from(unescapeXml(text).replace(/\$1(?=[!-~])|\(B/g, (sequence) => `\x1b${sequence}`))
