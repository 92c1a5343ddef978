// What cameras and programs write into a picture beside what it shows: where and when a photo was taken, with what, and by whom.

/** How a picture is turned before it is shown (EXIF, 4.6.4 A): 1 is as it is; from 5 on its sides change places. */
type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

interface BarePicture {
  bytes: Buffer
  /** Whether its width is shown as its height. */
  isTurned: boolean
}

/** A picture that `readPicture` has read, without metadata but for how it is turned. The same bytes where it has none. */
export function withoutMetadata(file: Buffer, mediaType: 'image/jpeg' | 'image/png' | 'image/webp'): BarePicture {
  if (mediaType === 'image/jpeg') return bareJpeg(file)
  return mediaType === 'image/png' ? { bytes: barePng(file), isTurned: false } : bareWebp(file)
}

const EXIF = Buffer.from('Exif\0\0', 'latin1')

/** Segments before the picture itself: colours (APP2, APP14) and the outline stay; APP1, other APPn and comments go. */
function bareJpeg(file: Buffer): BarePicture {
  const kept: Buffer[] = [file.subarray(0, 2)]
  let orientation: Orientation = 1
  let isChanged = false
  let at = 2
  while (at + 4 <= file.length) {
    const marker = file.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xda) break
    const end = at + 2 + file.readUInt16BE(at + 2)
    const data = file.subarray(at + 4, end)
    const isApplication = marker >= 0xe0 && marker <= 0xef
    if (marker === 0xe1 && data.subarray(0, EXIF.length).equals(EXIF)) orientation = orientationOf(data.subarray(6))
    if (marker === 0xfe || (isApplication && ![0xe0, 0xe2, 0xee].includes(marker))) isChanged = true
    else kept.push(file.subarray(at, end))
    at = end
  }
  if (!isChanged) return { bytes: file, isTurned: false }
  const exif = Buffer.concat([EXIF, exifOf(orientation)])
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  const turn = orientation === 1 ? [] : [head, exif]
  return {
    bytes: Buffer.concat([...kept.slice(0, 1), ...turn, ...kept.slice(1), file.subarray(at)]),
    isTurned: orientation > 4,
  }
}

const PNG_METADATA = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])

function barePng(file: Buffer): Buffer {
  const kept = [file.subarray(0, 8)]
  for (let at = 8; at < file.length;) {
    const end = at + file.readUInt32BE(at) + 12
    if (!PNG_METADATA.has(file.toString('latin1', at + 4, at + 8))) kept.push(file.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

function bareWebp(file: Buffer): BarePicture {
  const kept: Buffer[] = []
  let orientation: Orientation = 1
  let isChanged = false
  for (let at = 12; at < file.length;) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (type === 'EXIF') orientation = orientationOf(file.subarray(at + 8, at + 8 + length))
    if (type === 'EXIF' || type === 'XMP ') isChanged = true
    else kept.push(Buffer.from(file.subarray(at, end)))
    at = end
  }
  if (!isChanged) return { bytes: file, isTurned: false }
  const exif = exifOf(orientation)
  const header = kept.find((chunk) => chunk.toString('latin1', 0, 4) === 'VP8X')
  // The header says what follows: 8 is EXIF, 4 XMP.
  if (header) header[8] = ((header[8] ?? 0) & ~0b1100) | (orientation === 1 ? 0 : 0b1000)
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(exif.length, 4)
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept, ...(header && orientation !== 1 ? [head, exif] : [])])
  const riff = Buffer.from('RIFF\0\0\0\0', 'latin1')
  riff.writeUInt32LE(body.length, 4)
  return { bytes: Buffer.concat([riff, body]), isTurned: header !== undefined && orientation > 4 }
}

const ORIENTATION = 0x0112

/** What a TIFF of EXIF says of the turn; 1 where it cannot be read. */
function orientationOf(tiff: Buffer): Orientation {
  const start = tiff.subarray(0, EXIF.length).equals(EXIF) ? tiff.subarray(EXIF.length) : tiff
  const isLittle = start.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? start.readUInt16LE(at) : start.readUInt16BE(at))
  try {
    const first = isLittle ? start.readUInt32LE(4) : start.readUInt32BE(4)
    const count = short(first)
    for (let at = first + 2; at < first + 2 + count * 12; at += 12)
      if (short(at) === ORIENTATION) return TURNS[short(at + 8)] ?? 1
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

const TURNS: Readonly<Record<number, Orientation>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8 }

/** A TIFF with the turn and nothing else. */
function exifOf(orientation: Orientation): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
