import * as fc from 'fast-check'
import { marcOf, type MarcFieldText } from '#base/formats/marc/marc.test-kit.ts'
import { escapeXml } from '#base/formats/text/escape-xml.ts'
import { escapeText } from '#base/formats/xlsx/escape-text.ts'
import { workbookOf } from '#base/formats/xlsx/xlsx.test-kit.ts'

// Files for an import as no program writes them, in each kind that is read.

const TEXTS = [
  '',
  'A',
  'NUL\0',
  '\0',
  '\ud800',
  'half \udc00',
  '\uFFFD',
  '"',
  '"A" b',
  'a,b;c\td|e',
  'one\r\ntwo',
  '=1+1',
  '="007"',
  '<b>&amp;&#0;',
  '\u202Eabc\u2067',
  'e\u0301',
  'x'.repeat(40_000),
  '😀'.repeat(20_000),
]
const cell = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 20 }))
const heading = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('title', 'author', 'genre', 'publisher', 'id', 'العنوان') },
  { weight: 1, arbitrary: cell },
)
const table = fc
  .tuple(
    fc.array(heading, { minLength: 1, maxLength: 6 }),
    fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 8 }),
  )
  .map(([header, rows]) => [header, ...rows])

const csv = fc
  .tuple(table, fc.constantFrom(',', ';', '\t'), fc.boolean(), fc.constantFrom('utf8', 'utf16le', 'latin1'))
  .map(([rows, delimiter, isQuoted, encoding]) => {
    const textOf = (text: string) => (isQuoted ? `"${text.replaceAll('"', '""')}"` : text)
    return Buffer.from(rows.map((row) => row.map(textOf).join(delimiter)).join('\n'), encoding)
  })

const jsonLines = fc
  .tuple(table, fc.constantFrom('', '{}', '{"a":', '["A"]', '{"title":{"a":[1,null]}}', '{"__proto__":1e999}'))
  .map(([[header = [], ...rows], odd]) => {
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(header.map((key, at) => [key, row[at] ?? null]))))
    return Buffer.from([...lines, odd].join('\n'))
  })

const coded = (text: string) => escapeXml(escapeText(text.replaceAll('\ud800', '_xD800_')))
const numbered = fc.constantFrom('s="1"', 's="2"', 't="s"', 't="b"', 't="e"', 't="d"', 's="99"', '')
const workbook = fc
  .tuple(table, numbered, fc.nat({ max: 200 }), fc.constantFrom('0'.repeat(300), '0%', 'yyyy', '"'.repeat(9)))
  .chain(([rows, attributes, count, format]) => {
    const cells = (row: string[]) => row.map((text) => `<c t="str"><v>${coded(text)}</v></c>`).join('')
    const sheet = rows.map((row) => `<row>${cells(row)}</row>`).join('')
    const more = `<row>${`<c ${attributes}><v>1</v></c>`.repeat(count)}</row>`.repeat(3)
    const parts = {
      sheets: { 'name="S_x0000_"': sheet + more },
      strings: `<si/><si><t>${'y'.repeat(1_000_000)}</t></si>`,
      styles: `<numFmts><numFmt numFmtId="164" formatCode="${escapeXml(format)}"/></numFmts><cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs>`,
    }
    return fc.constant(workbookOf(parts))
  })

const fields = fc.array(fc.tuple(fc.constantFrom('001', '100', '245', '260', '461', '650', '700', '880'), cell, cell), {
  maxLength: 8,
})
const marc = fc.tuple(fields, fc.boolean(), fc.nat({ max: 3 })).map(([all, isUnimarc, less]) => {
  const texts = all.map(([tag, a, b]): MarcFieldText => [isUnimarc && tag === '245' ? '200' : tag, `10$a${a}$b${b}`])
  return Buffer.concat([marcOf(texts), marcOf(texts, { lengthOf: (length) => length - less })])
})
const marcXml = fc.tuple(fields, fc.constantFrom('', '</collection>', '<record/>')).map(([all, end]) => {
  const field = ([tag, a]: readonly [string, string, string]) =>
    `<datafield tag="${tag}"><subfield code="a">${coded(a)}</subfield></datafield>`
  return Buffer.from(`<collection><record>${all.map(field).join('')}</record>${end}`)
})

const changes = fc.array(
  fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat({ max: 255 })),
  { maxLength: 3 },
)

/** Odd files, some of them with a few bytes changed. */
export const oddFiles: fc.Arbitrary<Promise<Buffer>> = fc
  .tuple(fc.oneof<fc.Arbitrary<Buffer | Promise<Buffer>>[]>(csv, jsonLines, workbook, marc, marcXml), changes)
  .map(async ([file, list]) => {
    const bytes = Buffer.from(await file)
    for (const [place, byte] of list) bytes[Math.floor(place * bytes.length)] = byte
    return bytes
  })
