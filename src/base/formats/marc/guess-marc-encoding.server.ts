import { isAscii } from 'node:buffer'
import { readBytes } from '../bytes.server.ts'
import type { FileSource } from '../file-table.ts'
import type { FileEncoding } from '#base/lib/file-shape.ts'
import { isMostlyUtf8, LetterCount } from '../text/guess-encoding.server.ts'
import { isIso5426 } from './iso-5426.ts'
import { splitFields, splitRecords } from './iso-2709.server.ts'
import { decodeMarc8 } from './marc-8.server.ts'

const ESCAPE = 0x1b
/** Combining marks, and what MARC-8 does not have. A mark over two letters, whose halves both were there, is no letter in any case. */
const MARKS = /(?![\u0360\u0361])\p{M}|\uFFFD/gu
/** Fields that are looked at. */
const SAMPLE = 5000

/**
 * The encoding of the fields that are not UTF-8. In MARC-8 a mark precedes its letter, and the two are mostly one
 * letter of Unicode; where they are not, an accented letter of a Windows encoding was taken for a mark.
 */
export async function guessMarcEncoding(source: FileSource): Promise<FileEncoding> {
  const letters = new LetterCount()
  let seen = 0
  let unicode = 0
  let isMarc8 = 0
  let marks = 0
  let alone = 0
  for await (const records of splitRecords(readBytes(source))) {
    for (const field of records.flatMap(({ bytes }) => splitFields(bytes))) {
      if (!isAscii(field) && isMostlyUtf8(field)) unicode += 1
      const isCertain = field.includes(ESCAPE) || isIso5426(field)
      if (isMostlyUtf8(field) && !isCertain) continue
      seen += 1
      if (isCertain) isMarc8 += 1
      if (isCertain) continue
      letters.add(field)
      const text = decodeMarc8(field)
      alone += text.match(MARKS)?.length ?? 0
      marks += text.normalize('NFD').match(MARKS)?.length ?? 0
    }
    if (seen > SAMPLE) break
  }
  if (seen === 0 || unicode > seen) return 'utf-8'
  return alone * 2 > marks && isMarc8 * 2 < seen ? letters.legacy : 'marc-8'
}
