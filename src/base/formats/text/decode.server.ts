import type { FileRow } from '../file-table.ts'
import type { FileEncoding } from '#base/lib/file-shape.ts'
import { cp850Decoder } from './cp850.server.ts'

/** The decoder of an encoding; it writes U+FFFD for what the encoding does not have, and omits a byte order mark. */
export function decoderOf(encoding: FileEncoding = 'utf-8'): Pick<TextDecoder, 'decode'> {
  if (encoding === 'cp850') return cp850Decoder
  return new TextDecoder(encoding === 'marc-8' ? 'utf-8' : encoding)
}

/** Stands for bytes that the encoding does not have while a file is read: U+FFFD may stand in the file itself. */
const UNDECODED = '\uFFFE'
const OWN = '\uFFFF'
const OWN_BYTES = Buffer.from('\uFFFD')

/** A decoded text in which U+FFFD stands for what could not be decoded. */
export const asUndecoded = (text: string): string => text.replaceAll('\uFFFD', UNDECODED)

/** Bytes as text in whole characters. What cannot be decoded is marked for `decodedRow`. */
export async function* readText(pieces: AsyncIterable<Buffer>, encoding?: FileEncoding): AsyncGenerator<string> {
  const decoder = decoderOf(encoding)
  const isUtf8 = encoding === undefined || encoding === 'utf-8'
  // In UTF-16, what is not well-formed is too rare to be told from U+FFFD.
  const marked = (text: string) =>
    encoding?.startsWith('utf-16') || !/[\uFFFD\uFFFF]/.test(text) ? text : asUndecoded(text).replaceAll(OWN, '\uFFFD')
  for await (const piece of isUtf8 ? withOwnMarked(pieces) : pieces)
    yield marked(decoder.decode(piece, { stream: true }))
  yield marked(decoder.decode())
}

/** UTF-8 with U+FFFF in place of U+FFFD. */
async function* withOwnMarked(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let cut: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = cut.length > 0 ? Buffer.concat([cut, piece]) : piece
    const end = bytes.length - (bytes.at(-1) === 0xef ? 1 : bytes.at(-2) === 0xef && bytes.at(-1) === 0xbf ? 2 : 0)
    cut = bytes.subarray(end)
    const whole = bytes.subarray(0, end)
    yield whole.includes(OWN_BYTES)
      ? Buffer.from(whole.toString('latin1').replaceAll('\xEF\xBF\xBD', '\xEF\xBF\xBF'), 'latin1')
      : whole
  }
  yield cut
}

export const isUndecodable = (text: string): boolean => text.includes(UNDECODED)

/** The cells of a row as they are shown, with U+FFFD for what could not be decoded. */
const shownCells = (cells: readonly string[]): string[] => cells.map((cell) => cell.replaceAll(UNDECODED, '\uFFFD'))

/** A row of cells, of which some may have what could not be decoded. */
export function decodedRow(row: number, cells: string[]): FileRow {
  const undecodable = cells.flatMap((cell, index) => (isUndecodable(cell) ? [index] : []))
  return undecodable.length === 0 ? { row, cells } : { row, cells: shownCells(cells), undecodable }
}
