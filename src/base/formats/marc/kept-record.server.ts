import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { RECORD_KEPT_MAX } from '../limits.ts'
import { FIELD_END } from './iso-2709.server.ts'
import { OWN_CODE, OWN_PLACES } from './marc-header.ts'
import { marcFieldOf, LEADER, type MarcField, type MarcRecord } from './marc-record.ts'

// A record as it is kept with its book: leader and fields in UTF-8, each field after its tag. There is no directory, which
// takes a fifth of an ordinary record and may be wrong.

/** The fastest level: others save one byte in a hundred. Records are short, and so are the pieces of zlib's results. */
const OPTIONS = { level: 1, chunkSize: 1024 }
const TAG = /^[\dA-Za-z]{3}$/
const TAG_LENGTH = 3
/** What ends records and fields. */
const ENDS = /[\x1D\x1E]/g

/** A field by its tag; the data in UTF-8, or as text. */
interface FieldData {
  tag: string
  data: Buffer | string
}

/**
 * A record as it is kept, still to be compressed. Undefined for one that is too long, and for one of Maktaba's own that has
 * nothing but what Maktaba writes anew.
 */
export function packRecord(leader: string, given: readonly FieldData[]): Buffer | undefined {
  const fields = given.filter(({ tag }) => TAG.test(tag))
  const isOwn = fields.some(({ tag, data }) => tag === '003' && data.toString().trim() === OWN_CODE)
  if (isOwn && fields.every(({ tag }) => isOwnTag(tag))) return undefined
  const head = leader
    .replace(/[^\x20-\x7E]/g, ' ')
    .padEnd(LEADER)
    .slice(0, LEADER)
  const parts = fields.map(({ data }) => (typeof data === 'string' ? bytesOf(data) : data))
  const size = parts.reduce((sum, part) => sum + 1 + TAG_LENGTH + part.length, LEADER)
  if (size > RECORD_KEPT_MAX) return undefined
  const packed = Buffer.allocUnsafe(size)
  let at = packed.write(head, 'latin1')
  for (const [index, part] of parts.entries()) {
    at = packed.writeUInt8(FIELD_END, at)
    at += packed.write(fields[index]?.tag ?? '', at, 'latin1')
    at += part.copy(packed, at)
  }
  return packed
}

/** What could not be decoded is U+FFFE while a file is read. */
const bytesOf = (text: string): Buffer => Buffer.from(text.replace(ENDS, '').replaceAll('\uFFFE', '\uFFFD'))

const ownTags = new Set(['001', '003', '008', ...Object.values(OWN_PLACES).map(({ tag }) => tag)])

/** Whether Maktaba itself writes fields with this tag. */
export const isOwnTag = (tag: string): boolean => ownTags.has(tag)

/** A packed record as it is stored. */
export const compressRecord = (packed: Buffer): Buffer => deflateRawSync(packed, OPTIONS)

/** A stored record; throws if the bytes are none. */
export function unpackRecord(stored: Buffer): MarcRecord {
  const packed = inflateRawSync(stored, { ...OPTIONS, maxOutputLength: RECORD_KEPT_MAX }).toString()
  const [leader = '', ...parts] = packed.split(String.fromCharCode(FIELD_END))
  const fields = parts.map((part): MarcField => marcFieldOf(part.slice(0, TAG_LENGTH), part.slice(TAG_LENGTH)))
  if (leader.length !== LEADER || !fields.every(({ tag }) => TAG.test(tag))) throw new Error('not a stored MARC record')
  return { leader, fields }
}
