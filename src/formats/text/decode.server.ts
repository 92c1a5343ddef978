import type { FileEncoding } from '../file-table.ts'

/** The decoder of an encoding; it writes U+FFFD for what the encoding does not have, and omits a byte order mark. */
export const decoderOf = (encoding: FileEncoding = 'utf-8'): TextDecoder =>
  new TextDecoder(encoding === 'marc-8' ? 'utf-8' : encoding)

/** Bytes as UTF-8 in whole characters. */
export async function* readText(pieces: AsyncIterable<Buffer>, encoding?: FileEncoding): AsyncGenerator<string> {
  const decoder = decoderOf(encoding)
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

export const isUndecodable = (text: string): boolean => text.includes('\uFFFD')

/** The cells of a row with `?` in place of U+FFFD, for display. */
export const withoutUndecodable = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.replaceAll('\uFFFD', '?'))
