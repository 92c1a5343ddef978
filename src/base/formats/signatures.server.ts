import type { ForeignKind } from './file-fault.ts'

/** Magic numbers, at the beginning of the file or `at` a place. */
const SIGNATURES: readonly { format: ForeignKind; bytes: Buffer; at?: number }[] = [
  { format: 'pdf', bytes: Buffer.from('%PDF-') },
  { format: 'rtf', bytes: Buffer.from('{\\rtf') },
  { format: 'gzip', bytes: Buffer.from('1f8b08', 'hex') },
  { format: 'picture', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { format: 'picture', bytes: Buffer.from('ffd8ff', 'hex') },
  { format: 'picture', bytes: Buffer.from('GIF8') },
  { format: 'picture', bytes: Buffer.from('WEBP'), at: 8 },
  { format: 'picture', bytes: Buffer.from('49492a00', 'hex') },
  { format: 'picture', bytes: Buffer.from('4d4d002a', 'hex') },
  ...['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif'].map((brand) => ({
    format: 'picture' as const,
    bytes: Buffer.from(`ftyp${brand}`),
    at: 4,
  })),
  { format: 'program', bytes: Buffer.from('7f454c46', 'hex') },
  { format: 'program', bytes: Buffer.from('4d5a90', 'hex') },
  { format: 'program', bytes: Buffer.from('cffaedfe', 'hex') },
]

/** The kind of a file that its first bytes identify. */
export const findSignature = (start: Buffer): ForeignKind | undefined =>
  SIGNATURES.find(({ bytes, at = 0 }) => start.subarray(at, at + bytes.length).equals(bytes))?.format

/** A stream of files with a password. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** The container of XLS and DOC, and of workbooks with a password; undefined if there is none. */
export async function oldOfficeKind(start: Buffer, bytes: AsyncIterable<Buffer>): Promise<ForeignKind | undefined> {
  if (!start.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) return undefined
  let before: Buffer = Buffer.alloc(0)
  for await (const piece of bytes) {
    if (Buffer.concat([before, piece]).includes(ENCRYPTED)) return 'encrypted'
    before = piece.subarray(-ENCRYPTED.length)
  }
  return 'xls'
}

export const isZip = (start: Buffer): boolean => /^PK(\x03\x04|\x05\x06)/.test(start.toString('latin1', 0, 4))

/** Control characters that no text has. */
export const isBinary = (start: Buffer): boolean => {
  let controls = 0
  for (const byte of start) if (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b) controls += 1
  return controls * 50 > start.length
}
