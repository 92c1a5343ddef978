import { readFile } from 'node:fs/promises'
import { assert, asyncProperty, stringMatching } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes, writeBarcode } from 'zxing-wasm/full'
import { code128 } from './code-128.ts'

beforeAll(async () => {
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/full/zxing_full.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) } })
})

/** Where there is a bar, module by module. */
function modulesOf({ modules, path }: { modules: number; path: string }): boolean[] {
  const dark = Array.from({ length: modules }, () => false)
  for (const [, from, width] of path.matchAll(/M(\d+) 0h(\d+)/g))
    dark.fill(true, Number(from), Number(from) + Number(width))
  return dark
}

/** A picture of a code, as a reader gets it. */
function pictureOf(text: string) {
  const code = code128(text)
  if (!code) throw new Error('No code')
  const dark = modulesOf(code)
  const [scale, height] = [3, 60]
  const width = dark.length * scale
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (dark[Math.floor(x / scale)]) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { data, width, height, colorSpace: 'srgb' as const }
}

/** What a reader makes of it. */
async function read(text: string) {
  const [found] = await readBarcodes(pictureOf(text) as ImageData, { formats: ['Code128'] })
  return found?.text
}

const number = stringMatching(/^[A-Za-z0-9-]{1,30}$/)

test('A reader reads what was written, whatever it is', async () => {
  for (const text of [
    '10003118',
    '1',
    '12',
    '123',
    '1984',
    '12345',
    'MAN-001',
    '0001',
    'abc',
    '12-34',
    '2B',
    '00000000000000000000000000000A',
  ])
    expect(await read(text)).toBe(text)
  await assert(
    asyncProperty(number, async (text) => (await read(text)) === text),
    { numRuns: 200 },
  )
})

test('It is bar for bar what another writer draws', async () => {
  for (const text of ['10003118', '20004176', 'LDD', '123456', 'abc-DEF', 'F-TOL']) {
    const { symbol, error } = await writeBarcode(text, { format: 'Code128' })
    expect(error).toBe('')
    const own = modulesOf(code128(text) ?? { modules: 0, path: '' }).slice(10, -10)
    // A row of the other one's matrix: black is 0.
    const theirs = Array.from(symbol.data.slice(0, symbol.width), (value) => value === 0)
    expect([text, own]).toEqual([text, theirs])
  }
})

test('Eight digits are pairs: 79 modules and the white beside them', () => {
  expect(code128('10003118')?.modules).toBe(99)
  expect(code128('')).toBeUndefined()
  expect(code128('١٢٣٤')).toBeUndefined()
})
