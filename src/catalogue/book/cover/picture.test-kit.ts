import { crc32, deflateSync } from 'node:zlib'

// Pictures made byte by byte, so that each part of them can be wrong.

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of one grey, with further chunks before its end. A browser shows it. */
export function aPng(width: number, height: number, more: readonly [type: string, data: Buffer][] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = width * height > 1e7 ? Buffer.alloc(9) : Buffer.alloc((width + 1) * height, 0x80)
  for (let at = 0; at < rows.length; at += width + 1) rows[at] = 0
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...more.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const frame = (width: number, height: number): Buffer => {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  data.writeUInt16BE(height, 1)
  data.writeUInt16BE(width, 3)
  return segment(0xc2, data)
}

/** The outline of a progressive JPEG with two scans, and further segments before its frame. */
export const aJpeg = (width: number, height: number, before: readonly Buffer[] = []): Buffer =>
  Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe0, Buffer.from('JFIF\0')),
    ...before,
    frame(width, height),
    segment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])),
    // Data, an escaped byte, a restart, and a second scan.
    Buffer.from('12ff0034ffd056', 'hex'),
    segment(0xda, Buffer.from([1, 1, 0, 1, 5, 0])),
    Buffer.from('78ffd9', 'hex'),
  ])

export const jpegFrame = frame

/** A TIFF of EXIF that says how the picture is turned, and has a place where the photo was taken. */
export function anExif(orientation: number, isLittle = false): Buffer {
  const tiff = Buffer.alloc(38)
  tiff.write(isLittle ? 'II' : 'MM', 'latin1')
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const long = (value: number, at: number) => (isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at))
  short(42, 2)
  long(8, 4)
  short(2, 8)
  short(0x0112, 10)
  short(3, 12)
  long(1, 14)
  short(orientation, 18)
  short(0x8825, 22)
  short(4, 24)
  long(1, 26)
  long(0, 30)
  return Buffer.concat([tiff, Buffer.from('GPS 12.97 N')])
}

/** The segment of a JPEG with an EXIF, and one with a comment. */
export const jpegMetadata = (orientation: number): Buffer[] => [
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), anExif(orientation)])),
  segment(0xed, Buffer.from('Photoshop 3.0\0by A. Nother')),
  segment(0xfe, Buffer.from('a comment')),
]

const riff = (...chunks: Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const head = Buffer.from('RIFF\0\0\0\0')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

const riffChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.from(`${type}\0\0\0\0`)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** The outline of a WebP: lossy, lossless, or with a header of its own and further chunks. */
export const aWebp = {
  lossy: (width: number, height: number) => riff(vp8(width, height)),
  lossless: (width: number, height: number) => {
    const data = Buffer.from([0x2f, 0, 0, 0, 0])
    data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
    return riff(riffChunk('VP8L', data))
  },
  extended: (
    width: number,
    height: number,
    type = 'EXIF',
    canvas = [width, height],
    more: Buffer = Buffer.from('x'),
  ) => {
    const data = Buffer.alloc(10)
    data.writeUIntLE((canvas[0] ?? 0) - 1, 4, 3)
    data.writeUIntLE((canvas[1] ?? 0) - 1, 7, 3)
    return riff(riffChunk('VP8X', data), vp8(width, height), riffChunk(type, more))
  },
}

function vp8(width: number, height: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0])
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  return riffChunk('VP8 ', data)
}
