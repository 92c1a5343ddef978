import { PDFiumLibrary } from '@hyzyla/pdfium'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Dots to the inch at which pages are drawn, as a good printer does. */
const DPI = 600
const DOT = 25.4 / DPI
/** Below this a dot is ink. */
const INK = 128

/** A printed page: how dark each dot is, from 0 for black to 255. */
export interface PrintedPage {
  data: Uint8Array
  width: number
  height: number
}

/** Draws the pages of a PDF as a printer with 600 dots to the inch does. */
export async function printedPages(pdf: Buffer): Promise<PrintedPage[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages: PrintedPage[] = []
  // The library knows whole points only, and would draw a page of A4 a third of a millimetre too small.
  const [, wide, high] = /MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
  const size = { width: Math.round((Number(wide) / 72) * DPI), height: Math.round((Number(high) / 72) * DPI) }
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ ...size, render: 'bitmap', colorSpace: 'Gray' })
    pages.push({ data: Uint8Array.from(data), width, height })
  }
  document.destroy()
  library.destroy()
  return pages
}

const isInk = ({ data, width, height }: PrintedPage, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && (data[y * width + x] ?? 255) < INK

/**
 * Millimetres along a line at which ink begins (`first`) or ends (`last`), looked for `reach` millimetres around a place. NaN
 * where there is none.
 */
export function inkEdge(
  page: PrintedPage,
  {
    along,
    at,
    across,
    edge,
    reach = 1.5,
  }: { along: 'x' | 'y'; at: number; across: number; edge: 'first' | 'last'; reach?: number },
): number {
  const line = Math.round(across / DOT)
  const [from, to] = [Math.round((at - reach) / DOT), Math.round((at + reach) / DOT)]
  const found: number[] = []
  for (let dot = from; dot <= to; dot++)
    if (along === 'x' ? isInk(page, dot, line) : isInk(page, line, dot)) found.push(dot)
  const dot = edge === 'first' ? found[0] : found.at(-1)
  return dot === undefined ? Number.NaN : (edge === 'first' ? dot : dot + 1) * DOT
}

/** A part of a page in millimetres. */
export interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** The words of a part of a page, as the millimetres that their ink takes: parted where no ink is for half a millimetre. */
export function inkWords(page: PrintedPage, part: Part): { from: number; to: number }[] {
  const [top, bottom] = [Math.ceil(part.y / DOT), Math.floor((part.y + part.height) / DOT)]
  const words: { from: number; to: number }[] = []
  for (let x = Math.ceil(part.x / DOT); x < (part.x + part.width) / DOT; x++) {
    let has = false
    for (let y = top; y < bottom && !has; y++) has = isInk(page, x, y)
    if (!has) continue
    const last = words.at(-1)
    if (last && x * DOT - last.to < 0.5) last.to = (x + 1) * DOT
    else words.push({ from: x * DOT, to: (x + 1) * DOT })
  }
  return words
}

let isReady = false

/** What a reader finds in a part of a page, of which it sees every other dot. */
export async function readCode(page: PrintedPage, part: Part): Promise<string | undefined> {
  if (!isReady) {
    const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
    prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) } })
    isReady = true
  }
  const [left, top] = [Math.round(part.x / DOT), Math.round(part.y / DOT)]
  const [width, height] = [Math.floor(part.width / DOT / 2), Math.floor(part.height / DOT / 2)]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const value = page.data[(top + y * 2) * page.width + left + x * 2] ?? 255
      data.fill(value, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  const [found] = await readBarcodes(new ReadablePicture(data, width, height), { formats: ['Code128'] })
  return found?.text
}

/** Whether the reader of bar codes is here that Debian brings (`zbar-tools`). */
export function hasZbar(): boolean {
  try {
    execFileSync('zbarimg', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The bar codes that zbar finds on a page, in no order. */
export async function codesByZbar({ data, width, height }: PrintedPage): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'maktaba-zbar-'))
  try {
    const file = join(folder, 'page.pgm')
    await writeFile(file, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]))
    const { stdout } = await promisify(execFile)('zbarimg', ['-q', '--raw', '-Sdisable', '-Scode128.enable', file])
    return stdout.trim().split('\n')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** `ImageData`, which Node does not have. */
class ReadablePicture {
  readonly colorSpace = 'srgb'
  readonly pixelFormat = 'rgba-unorm8'
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number

  constructor(data: Uint8ClampedArray<ArrayBuffer>, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}
