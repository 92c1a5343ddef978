import { buffer } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileKinds } from '#base/lib/file-shape.ts'
import { cellsOf, fileOf, readFile } from './formats.test-kit.server.ts'
import { writeTable } from './write-table.server.ts'

type Kind = Parameters<typeof writeTable>[0]
const kinds: Kind[] = [...fileKinds, 'csv-semicolon']
const fields = ['id', 'title', 'author', 'publisher', 'genre']
const columns = fields.map((field) => ({ field, heading: field }))

async function write(kind: Kind, rows: string[][], groups = 1): Promise<Buffer> {
  const size = Math.max(1, Math.ceil(rows.length / groups))
  const all = async function* () {
    for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
  }
  const pieces: Buffer[] = []
  for await (const piece of writeTable(kind, columns, all())) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** What is written, read again, in the order of the columns. */
async function writeAndRead(kind: Kind, rows: string[][], groups?: number) {
  const read = await readFile(fileOf(await write(kind, rows, groups), 1000))
  const places = fields.map((field) => read.header.indexOf(field))
  return {
    kind: read.shape.kind,
    faults: read.rows.flatMap(({ fault }) => fault ?? []),
    rows: cellsOf(read).map((cells) => places.map((place) => cells[place] ?? '')),
  }
}

/** Texts as they are stored: no control characters, no spaces at the ends. */
const odd =
  `" ' '' , ; | = + - @ $ & < > &amp; ]]> _x0041_ _x005F_ 0012 9780439023480 1e5 1/2 TRUE / : . sep=; { [ \\ \\n %
  كتاب \u064E e\u0301 é \u200F \u2067 😀 𝒳 漢字 ﷺ \uFEFF`.split(/[ \n]+/)
const piece = fc.oneof(
  fc.constantFrom(...odd, ' ', '  ', '\u00A0', ' /', ' :'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
)
const stored = fc.array(piece, { maxLength: 6 }).map((pieces) =>
  pieces
    .join('')
    .replace(/[\p{Cc}\uFFFD\uFFFE\uFFFF]/gu, '')
    .trim(),
)
const row = fc
  .tuple(stored, stored, stored, stored, stored)
  .map(([id, title, ...others]) => [id, title === '' ? 'Title' : title, ...others])

describe.each(kinds)('A file of the kind %s', (kind) => {
  test('has what was written, whatever the texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), fc.nat({ max: 4 }), async (rows, groups) => {
        expect(await writeAndRead(kind, rows, groups + 1)).toEqual({
          kind: kind.replace('-semicolon', ''),
          faults: [],
          rows,
        })
      }),
      { numRuns: 60 },
    )
  })

  test('is closed before its end when nobody reads on', async () => {
    let isClosed = false
    const endless = async function* () {
      try {
        for (;;) yield Array.from({ length: 1000 }, (_, at) => fields.map((field) => `${field} ${at} ${Math.random()}`))
      } finally {
        isClosed = true
      }
    }
    let size = 0
    for await (const part of writeTable(kind, columns, endless())) if ((size += part.length) > 200_000) break
    await expect.poll(() => isClosed, { timeout: 30_000 }).toBe(true)
  })

  test('passes on what goes wrong with its rows', async () => {
    const failing = async function* () {
      yield [fields]
      throw new Error('connection lost')
    }
    const read = async () => {
      for await (const _ of writeTable(kind, columns, failing()));
    }
    await expect(read()).rejects.toThrow('connection lost')
  })
})

test('CSV opens in Excel: mark, CRLF, quotes where they are needed, and nothing that is calculated', async () => {
  const rows = [
    ['1', '=1+1', 'a "b"', ' c', "'@d"],
    ['2', '＝1+1', '＋1', '－1', '＠x'],
    ["'e", '-', 'f;g', '', '"'],
  ]
  expect((await write('csv', rows)).toString().split('\r\n')).toEqual([
    '\uFEFFid,title,author,publisher,genre',
    `1,'=1+1,"a ""b"""," c",''@d`,
    `2,'＝1+1,'＋1,'－1,'＠x`,
    `'e,'-,"f;g",,""""`,
    '',
  ])
})

test('MARC 21 says that it is UTF-8 and has the lengths in bytes', async () => {
  const record = (await write('marc', [['7', 'Été', 'Émile', 'P', '']])).toString()
  expect(record.replaceAll('\x1e', '^').replaceAll('\x1f', '$').replaceAll('\x1d', '%')).toBe(
    '00176nam a2200097uc 4500001000200000003000800002008004100010100001100051245001000062264000600072' +
      '^7^Maktaba^||||||||||||||||||||||||||||||||||||||||^0 $aÉmile^00$aÉté^ 1$bP^%',
  )
})

test('MARCXML', async () => {
  expect((await write('marcxml', [['7', 'A < B', '', '', 'X']])).toString()).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <collection xmlns="http://www.loc.gov/MARC21/slim">
    <record>
    <leader>00000nam a2200000uc 4500</leader>
    <controlfield tag="001">7</controlfield>
    <controlfield tag="003">Maktaba</controlfield>
    <controlfield tag="008">||||||||||||||||||||||||||||||||||||||||</controlfield>
    <datafield tag="245" ind1="0" ind2="0"><subfield code="a">A &lt; B</subfield></datafield>
    <datafield tag="655" ind1=" " ind2="4"><subfield code="a">X</subfield></datafield>
    </record>
    </collection>
    "
  `)
})

test('A workbook has the place of every cell, also beyond column Z', async () => {
  const wide = Array.from({ length: 30 }, (_, at) => ({ field: `f${at}`, heading: `h${at}` }))
  const rows = async function* () {
    yield [wide.map(({ field }) => field)]
  }
  const file = await buffer(writeTable('xlsx', wide, rows()))
  const { header, rows: read } = await readFile(file)
  expect(header).toEqual(wide.map(({ heading }) => heading))
  expect(read).toEqual([{ row: 2, cells: wide.map(({ field }) => field) }])
})
