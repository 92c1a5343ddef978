import { buffer } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FileFault } from './file-fault.ts'
import { fileEncodings, fileKinds, type FileShape } from '#base/lib/file-shape.ts'
import { faultOf, fileOf } from './formats.test-kit.server.ts'
import { inspectFile } from './inspect-file.server.ts'
import { marcOf } from './marc/marc.test-kit.ts'
import { openTable } from './open-table.server.ts'
import { writeTable } from './write-table.server.ts'
import { workbookParts, zipOf } from './xlsx/xlsx.test-kit.ts'

const columns = ['id', 'title', 'author', 'genre'].map((field) => ({ field, heading: field }))
const rows = Array.from({ length: 60 }, (_, at) => [`${at}`, `كتاب "${at}", é`, `A;\n'${at}`, '=x'])

const written = await Promise.all(
  fileKinds.map((kind) =>
    buffer(
      writeTable(
        kind,
        columns,
        (async function* () {
          yield rows
        })(),
      ),
    ),
  ),
)
const cell = '<c r="A1" t="s"><v>0</v></c><c s="1"><v>45000.5</v></c><c t="inlineStr"><is><t>a_x0041_</t></is></c>'
const parts = workbookParts({
  sheets: { 'name="A"': `<row r="1">${cell}</row>`.repeat(20), 'name="B" state="hidden"': '' },
  strings: '<si><t>x</t></si>',
  styles: '<numFmts><numFmt numFmtId="164" formatCode="yyyy"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>',
})
const marc8 = Buffer.from('10\x1fa\xe2Etudes \x1b(3GdcJ\x1b(B\x1b$1!04\x1b(B /\x1fcX', 'latin1')
const files = [
  ...written,
  Buffer.from(`\uFEFF${written[0]?.toString()}`, 'utf16le'),
  Buffer.concat(
    Array.from({ length: 9 }, () =>
      marcOf([
        ['100', '1 $aA, B,'],
        ['245', marc8],
        ['880', '10$6245-01$aب'],
      ]),
    ),
  ),
]

type Change = readonly [place: number, byte: number]
const changes = fc.array(
  fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat({ max: 255 })),
  {
    maxLength: 40,
  },
)

function changed(bytes: Buffer, list: readonly Change[], end = 1): Buffer {
  const copy = Buffer.from(bytes.subarray(0, Math.ceil(bytes.length * end)))
  for (const [place, byte] of list) copy[Math.floor(place * copy.length)] = byte
  return copy
}

/** Reads a file to its end. Nothing but a FileFault may go wrong, and every cell is good text. */
async function readAll(bytes: Buffer, chunk: number, corrected: Partial<FileShape>): Promise<void> {
  try {
    const source = fileOf(bytes, chunk)
    const shape = { ...(await inspectFile(source, (name) => name === 'title')), ...corrected }
    const { header, rows: groups } = await openTable(source, shape)
    let last = 0
    for await (const group of groups)
      for (const { row, cells, fault, undecodable = [] } of group) {
        expect(Number.isInteger(row) && row > last).toBe(true)
        last = row
        if (!fault) expect(cells.length).toBeLessThanOrEqual(header.length)
        expect(cells.filter((text) => !text.isWellFormed())).toEqual([])
        // In UTF-16, what is not well-formed is not told from a U+FFFD of the file itself.
        const isSaid = (at: number) => fault ?? (shape.encoding?.startsWith('utf-16') || undecodable.includes(at))
        expect(cells.filter((text, at) => text.includes('\uFFFD') && !isSaid(at))).toEqual([])
      }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
  }
}

const correction: fc.Arbitrary<Partial<FileShape>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.record({ kind: fc.constantFrom(...fileKinds) }),
  fc.record({ encoding: fc.constantFrom(...fileEncodings) }),
  fc.record({ delimiter: fc.constantFrom('\t', ';', 'x', '"', '\n', 'é', '\u0000') }),
)

describe('Whatever the bytes, a file is read or refused', () => {
  test('random ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), correction, (bytes, corrected) =>
        readAll(Buffer.from(bytes), 500, corrected),
      ),
      { numRuns: 1000 },
    )
  })

  test('a file of each kind that is cut and changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        changes,
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        fc.constantFrom(13, 1000, 65_536),
        correction,
        (file, list, end, chunk, corrected) => readAll(changed(file, list, end), chunk, corrected),
      ),
      { numRuns: 2000 },
    )
  })

  test('the XML within a workbook', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(parts)), changes, async (name, list) => {
        const xml = Buffer.from(Object.entries(parts).find(([key]) => key === name)?.[1] ?? '')
        await readAll(await zipOf({ ...parts, [name]: changed(xml, list.slice(0, 4)) }), 65_536, {})
      }),
      { numRuns: 1000 },
    )
  })
})

test('A file of more than two million rows is refused, also when they are blank', async () => {
  for (const text of [`{"title":"A"}\n${'{}\n'.repeat(2_000_001)}`, `title,author\n${',\n'.repeat(2_000_001)}`])
    expect(await faultOf(text)).toEqual({ kind: 'rows', limit: 2_000_000 })
})
