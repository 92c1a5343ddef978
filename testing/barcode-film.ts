import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } })

/** A bar code in a picture: where its bars begin, and how wide each is, in pixels. */
interface Bars {
  format: 'Code128' | 'EAN13'
  text: string
  x: number
  y: number
  bar: number
  height?: number
}

const [WIDTH, HEIGHT] = [640, 480]
/** Paper, and ink, of 255. */
const [LIGHT, DARK] = [215, 40]

/** A picture of bar codes on paper, of `paper` lightness, as rows of grey. */
async function drawn(codes: readonly Bars[], paper = LIGHT): Promise<Buffer<ArrayBuffer>> {
  const picture = Buffer.alloc(WIDTH * HEIGHT, paper)
  for (const { format, text, x, y, bar, height = 110 } of codes) {
    const { symbol, error } = await writeBarcode(text, { format, scale: 1, addQuietZones: true })
    if (error) throw new Error(`${text}: ${error}`)
    const row = symbol.data.subarray(0, symbol.width)
    if (x + row.length * bar > WIDTH) throw new Error(`${text} is wider than the picture`)
    for (let line = y; line < y + height; line++)
      for (let at = 0; at < row.length * bar; at++)
        if ((row[Math.floor(at / bar)] ?? 255) < 128) picture[line * WIDTH + x + at] = Math.min(paper, DARK)
  }
  return picture
}

/** Tenths of a second of a film, and what is seen in them. */
export interface Scene {
  tenths: number
  codes?: readonly Bars[]
  paper?: number
}

/** A film in a new folder, as Chromium plays it in place of a camera, again and again (YUV4MPEG2). Returns its path. */
export async function writeFilm(scenes: readonly Scene[]): Promise<string> {
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const parts = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)]
  for (const { tenths, codes = [], paper } of scenes) {
    const picture = await drawn(codes, paper)
    for (let at = 0; at < tenths; at++) parts.push(Buffer.from('FRAME\n'), picture, colours)
  }
  const path = join(mkdtempSync(join(tmpdir(), 'maktaba-film-')), 'film.y4m')
  writeFileSync(path, Buffer.concat(parts))
  return path
}

/** The same as a photo, a PNG in grey. */
export async function photoOf(codes: readonly Bars[]): Promise<Buffer> {
  const picture = await drawn(codes)
  const rows = Array.from({ length: HEIGHT }, (_, line) =>
    Buffer.concat([Buffer.of(0), picture.subarray(line * WIDTH, (line + 1) * WIDTH)]),
  )
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head[8] = 8
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
