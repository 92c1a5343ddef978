import { readMarc21 } from './marc-21.ts'
import { unescapeXml } from '../text/escape-xml.ts'
import { isOwn, marcHeader } from './marc-header.ts'
import type { MarcRecord } from './marc-record.ts'
import { isUnimarc, readUnimarc } from './unimarc.ts'

/** The tags of the fields that a row is made of, in MARC 21 and UNIMARC. */
export const usedTags =
  /^(00[138]|010|020|041|050|082|09[02]|1[01][01]|200|205|210|214|245|250|26[04]|60[68]|65[05]|67[56]|686|7[01][012]|880)$/

/** Marks around words that are not sorted by, such as articles. */
const NOT_SORTED = /[\u0088\u0089\u0098\u009C]/g

/**
 * The texts of a record in the order of `marcHeader`: our own as they are stored, those of others in NFC and without
 * the entities that some have kept from XML.
 */
export function marcCells(record: MarcRecord): string[] {
  const cells = isUnimarc(record) ? readUnimarc(record) : readMarc21(record)
  if (isOwn(record)) return marcHeader.map((name) => cells[name])
  return marcHeader.map((name) => unescapeXml(cells[name].replace(NOT_SORTED, '')).trim().normalize('NFC'))
}
