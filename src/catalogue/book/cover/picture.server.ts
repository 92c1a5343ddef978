/** What a file is that holds one picture and nothing else, by its bytes. */
interface Picture {
  mediaType: 'image/jpeg' | 'image/png' | 'image/webp'
  /** Pixels. */
  width: number
  height: number
}

/**
 * Reads the outline of a JPEG, PNG or WebP, from its first byte to its last: undefined for any other file, one that is cut
 * off, goes on behind its picture, moves, or names two sizes. What the picture shows is left to the browser.
 */
export function readPicture(file: Buffer): Picture | undefined {
  try {
    if (file.readUInt16BE(0) === 0xffd8) return readJpeg(file)
    if (file.subarray(0, 8).equals(PNG)) return readPng(file)
    if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP') return readWebp(file)
    return undefined
  } catch (error) {
    // The file ends before what its headers announce.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** ISO/IEC 10918-1, B: segments with a length, and behind a start of scan data up to the next marker. */
function readJpeg(file: Buffer): Picture | undefined {
  let size: Pick<Picture, 'width' | 'height'> | undefined
  for (let at = 2; ;) {
    if (file.readUInt8(at) !== 0xff) return undefined
    const marker = file.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) return size && at + 2 === file.length ? { mediaType: 'image/jpeg', ...size } : undefined
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (isFrame(marker)) {
      if (size) return undefined
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    }
    at = marker === 0xda ? endOfScan(file, end) : end
  }
}

/** SOF0 to SOF15, without the tables and the extension among them. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Where the next marker is that is no escaped byte and no restart. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = start; ; at += 2) {
    at = file.indexOf(0xff, at)
    const marker = at < 0 ? undefined : file[at + 1]
    if (marker === undefined) throw new RangeError('No end of the scan')
    if (marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return at
  }
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** PNG (third edition), 5: chunks of length, type, data and checksum, from IHDR to IEND. */
function readPng(file: Buffer): Picture | undefined {
  const types: string[] = []
  for (let at = PNG.length; at < file.length;) {
    const length = file.readUInt32BE(at)
    types.push(file.toString('latin1', at + 4, at + 8))
    at += length + 12
    if (at > file.length) return undefined
    if (types.at(-1) === 'IEND' && at !== file.length) return undefined
  }
  const isWhole = types[0] === 'IHDR' && types.includes('IDAT') && types.at(-1) === 'IEND'
  if (!isWhole || types.includes('acTL') || types.lastIndexOf('IHDR') > 0) return undefined
  return { mediaType: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

/** RFC 9649: a RIFF file with one VP8 or VP8L chunk, and further ones where it begins with VP8X. */
function readWebp(file: Buffer): Picture | undefined {
  if (file.readUInt32LE(4) + 8 !== file.length) return undefined
  const sizes: Pick<Picture, 'width' | 'height'>[] = []
  let frames = 0
  for (let at = 12; at < file.length;) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const data = file.subarray(at + 8, at + 8 + length)
    if (type === 'ANIM' || type === 'ANMF') return undefined
    if (type === 'VP8 ' || type === 'VP8L') frames += 1
    const size = WEBP_SIZES[type]?.(data)
    if (size) sizes.push(size)
    at += 8 + length + (length % 2)
    if (at > file.length) return undefined
  }
  const [size] = sizes
  const isOne = sizes.every(({ width, height }) => width === size?.width && height === size.height)
  return size && frames === 1 && isOne ? { mediaType: 'image/webp', ...size } : undefined
}

/** Width and height that a chunk of a WebP names, by its type. */
const WEBP_SIZES: Readonly<Record<string, (data: Buffer) => Pick<Picture, 'width' | 'height'>>> = {
  VP8X: (data) => ({ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }),
  'VP8 ': (data) => ({ width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }),
  VP8L: (data) => {
    const bits = data.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  },
}
