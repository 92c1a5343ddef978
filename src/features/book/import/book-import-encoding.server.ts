import { isUtf8 } from 'node:buffer'
import { ImportFault } from './book-import-fault.server.ts'

/** A file that can be read more than once, since it is checked to its end before anything is imported. */
export interface ImportSource {
  open(): AsyncIterable<Buffer>
  /** Bytes. */
  size: number
}

/** The bytes of a file as a stream; throws ImportFault at the first byte that is not UTF-8. */
export async function* readUtf8(source: ImportSource, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer> {
  let offset = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source.open()) {
    if (offset === 0 && rest.length === 0 && isUtf16(chunk)) throw new ImportFault({ kind: 'utf16' })
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = wholeCharacters(bytes)
    const whole = bytes.subarray(0, end)
    if (!isUtf8(whole)) throw await faultAt(source, offset + firstInvalid(whole))
    rest = bytes.subarray(end)
    offset += end
    onBytes?.(offset)
    yield whole
  }
  if (rest.length > 0) throw await faultAt(source, offset)
}

const isUtf16 = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** Number of bytes of a character, from its first byte (RFC 3629). */
const lengthOf = (byte: number): number => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1)

/** Length of the bytes without a last character that the end of the chunk cuts in two. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return lengthOf(byte) > back ? bytes.length - back : bytes.length
    if (byte < 0x80) break
  }
  return bytes.length
}

function firstInvalid(bytes: Buffer): number {
  let at = 0
  while (at < bytes.length) {
    const length = lengthOf(bytes[at] ?? 0)
    if (!isUtf8(bytes.subarray(at, at + length))) return at
    at += length
  }
  return at
}

/** Reads the file again to count the lines before the invalid byte. */
async function faultAt(source: ImportSource, offset: number): Promise<ImportFault> {
  let line = 1
  let before = 0
  let at = 0
  for await (const chunk of source.open()) {
    for (const byte of chunk) {
      if (at === offset) return new ImportFault({ kind: 'encoding', line, byte })
      if (byte === 0x0d || (byte === 0x0a && before !== 0x0d)) line += 1
      before = byte
      at += 1
    }
  }
  return new ImportFault({ kind: 'encoding', line, byte: before })
}
