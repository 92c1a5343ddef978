import { describe, expect, test } from 'vitest'
import { cellsOf, faultOf, fileOf, readFile } from '../formats.test-kit.server.ts'
import { inspectFile } from '../inspect-file.server.ts'
import { workbookOf, workbookParts, zipOf } from './xlsx.test-kit.ts'

const header = '<row r="1"><c r="A1" t="str"><v>title</v></c><c r="B1" t="str"><v>author</v></c></row>'
const rowOf = (cell: string) => `<row>${cell}<c t="str"><v>A</v></c></row>`

async function cellText(cell: string, parts: object = {}) {
  const file = await workbookOf({ sheets: { 'name="Books"': header + rowOf(cell) }, ...parts })
  return cellsOf(await readFile(file))[0]?.[0]
}

describe('A cell is read', () => {
  const strings =
    '<si><t>كتاب</t></si><si><r><t xml:space="preserve">Rich </t></r><r><t>text</t></r><rPh><t>aid</t></rPh></si>'
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="0000000000"/><numFmt numFmtId="165" formatCode="yyyy\\-mm&quot;d&quot;;@"/><numFmt numFmtId="166" formatCode="0.0 &quot;dm&quot;"/><numFmt numFmtId="167" formatCode="0.0%"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="166"/><xf numFmtId="9"/><xf numFmtId="167"/></cellXfs>'

  test.each([
    ['a shared string', '<c t="s"><v>0</v></c>', 'كتاب'],
    ['rich text without reading aids', '<c t="s"><v>1</v></c>', 'Rich text'],
    ['an inline string', '<c t="inlineStr"><is><t>A &amp; B</t></is></c>', 'A & B'],
    ['characters that XML does not have', '<c t="str"><v>a_x000A_b_x005F_x0041_</v></c>', 'a\nb_x0041_'],
    ['a formula by its value', '<c t="str"><f>UPPER("a")</f><v>A</v></c>', 'A'],
    ['a long number', '<c><v>9.7804390234800005E+12</v></c>', '9780439023480'],
    ['a fraction', '<c><v>0.30000000000000004</v></c>', '0.3'],
    ['a padded number', '<c s="2"><v>439023483</v></c>', '0439023483'],
    ['a date', '<c s="1"><v>45000</v></c>', '2023-03-15'],
    ['a date of a format of its own', '<c s="3"><v>45000</v></c>', '2023-03-15'],
    ['a date and time', '<c s="4"><v>45000.75</v></c>', '2023-03-15 18:00:00'],
    ['a time', '<c s="5"><v>0.5</v></c>', '12:00:00'],
    ['days of 1900 before its false leap day', '<c s="1"><v>59</v></c>', '1900-02-28'],
    ['a number with a unit', '<c s="6"><v>2.5</v></c>', '2.5'],
    ['an ISO date', '<c t="d"><v>2023-03-15T00:00:00</v></c>', '2023-03-15'],
    ['yes', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['no, of a formula', '<c t="b"><f>FALSE()</f><v>0</v></c>', 'FALSE'],
    ['a percentage', '<c s="7"><v>0.5</v></c>', '50%'],
    ['a percentage of a format of its own', '<c s="8"><v>0.125</v></c>', '12.5%'],
    ['an error', '<c t="e"><v>#N/A</v></c>', ''],
    ['nothing', '<c s="1"/>', ''],
  ])('%s', async (_, cell, text) => {
    expect(await cellText(cell, { strings, styles })).toBe(text)
  })

  test('with dates that are counted from 1904', async () => {
    const properties = '<workbookPr date1904="1"/>'
    expect(await cellText('<c s="1"><v>0</v></c>', { styles, properties })).toBe('00:00:00')
    expect(await cellText('<c s="1"><v>43538</v></c>', { styles, properties })).toBe('2023-03-15')
  })
})

test('A formula without a result is an empty cell that says so, and one with an empty text is not', async () => {
  const cells =
    '<c><f>A1</f><v/></c><c><f>A1</f></c><c t="e"><f>A1</f><v>#REF!</v></c><c t="str"><f>A1</f><v></v></c><c><f>A1</f><v>7</v></c><c t="str"><v>B</v></c>'
  const file = await workbookOf({
    sheets: { 'name="Books"': `<row><c t="e"><f>A9</f></c></row>${header}<row>${cells}</row>` },
  })
  const { header: names, rows } = await readFile(file)
  expect(names).toEqual(['title', 'author'])
  expect(rows).toEqual([{ row: 3, cells: ['', ''], withoutResult: [0, 1, 2] }])
})

test('The header is found below a merged title', async () => {
  const text = (cell: string, value: string) => `<c r="${cell}" t="str"><v>${value}</v></c>`
  const rows =
    `<row r="1">${text('A1', 'Our books in 2026')}</row><row r="3">${text('A3', 'Title')}${text('B3', 'Author')}</row>` +
    `<row r="4">${text('A4', 'Maru')}${text('B4', 'Bessie Head')}</row>`
  const { header: names, rows: read } = await readFile(await workbookOf({ sheets: { 'name="Books"': rows } }))
  expect(names).toEqual(['Title', 'Author'])
  expect(read).toEqual([{ row: 4, cells: ['Maru', 'Bessie Head'] }])
})

test('The header is found below names of groups', async () => {
  const text = (cell: string, value: string) => `<c r="${cell}" t="str"><v>${value}</v></c>`
  const rows =
    `<row r="1">${text('A1', 'Title')}${text('C1', 'Copies')}</row><row r="2">${text('A2', 'Title')}${text('B2', 'Author')}${text('C2', 'Barcode')}</row>` +
    `<row r="3">${text('A3', 'Maru')}${text('B3', 'Bessie Head')}${text('C3', 'H001')}</row>`
  const { header: names, rows: read } = await readFile(await workbookOf({ sheets: { 'name="Books"': rows } }))
  expect(names).toEqual(['Title', 'Author', 'Barcode'])
  expect(read).toEqual([{ row: 3, cells: ['Maru', 'Bessie Head', 'H001'] }])
})

test('Rows have their numbers; gaps are empty cells, blank rows and what is right of the header are left out', async () => {
  const rows =
    '<row r="2"/><row r="3"><c r="B3" t="str"><v> title </v></c><c r="D3" t="str"><v>author</v></c></row>' +
    '<row r="4"><c r="B4" t="str"><v> </v></c></row>' +
    '<row r="7"><c r="D7" t="str"><v>X</v></c><c r="AA7" t="str"><v>far</v></c></row>' +
    '<row><c t="str"><v>1</v></c><c t="str"><v>2</v></c></row>'
  const read = await readFile(fileOf(await workbookOf({ sheets: { 'name="Books"': rows } }), 10))
  expect(read).toEqual({
    shape: { kind: 'xlsx', sheet: 'Books', sheets: ['Books'] },
    header: ['', 'title', '', 'author'],
    rows: [
      { row: 7, cells: ['', '', '', 'X'] },
      { row: 8, cells: ['1', '2', '', ''] },
    ],
  })
})

test('The first sheet that is shown is read, unless another is chosen', async () => {
  const sheets = {
    'name="Hidden" state="hidden"': header + rowOf('<c t="str"><v>h</v></c>'),
    'name="Two &amp; three"': header + rowOf('<c t="str"><v>2</v></c>'),
    'name="كتب"': header + rowOf('<c t="str"><v>3</v></c>'),
  }
  const file = await workbookOf({ sheets })
  const { shape, rows } = await readFile(file)
  expect(shape).toEqual({ kind: 'xlsx', sheet: 'Two & three', sheets: ['Two & three', 'كتب'] })
  expect(rows[0]?.cells[0]).toBe('2')
  expect(cellsOf(await readFile(file, { sheet: 'كتب' }))[0]?.[0]).toBe('3')
  expect(await faultOf(file, { sheet: 'None' })).toEqual({ kind: 'no-sheet', sheet: 'None', sheets: shape.sheets })
  const hidden = await workbookOf({ sheets: { 'name="Hidden" state="veryHidden"': header } })
  expect((await readFile(hidden)).shape.sheets).toEqual(['Hidden'])
})

test('Of several sheets that with the names of columns is read, where instructions stand before it', async () => {
  const text = (value: string) => `<row><c t="str"><v>${value}</v></c></row>`
  const sheets = {
    'name="Read me"': text('How to fill in this list') + text('One book a row'),
    'name="Books"': header + rowOf('<c t="str"><v>x</v></c>'),
    'name="More"': header + rowOf('<c t="str"><v>y</v></c>'),
  }
  const inspected = async (some: Record<string, string>) =>
    (await inspectFile(fileOf(await workbookOf({ sheets: some })), (name) => /^(title|author)$/.test(name))).sheet
  expect(await inspected(sheets)).toBe('Books')
  // No sheet has names: the first.
  expect(await inspected({ 'name="A"': text('x'), 'name="B"': text('y') })).toBe('A')
})

test.each([
  ['0000', '98', '0098'],
  ['"BIB"0000', '96', 'BIB0096'],
  ['"BIB "0', '96', 'BIB 96'],
  ['\\L0000', '94', 'L0094'],
  ['0000"-A"', '95', '0095-A'],
  ['00-0000', '12345', '01-2345'],
  ['00\\-0000;[Red]\\-0', '1234567', '123-4567'],
  ['[$-409]"B"##00_)', '7', 'B07'],
  ['000"-"0"-"00', '97820', '097-8-20'],
  ['"BIB"0000', '9.5', '9.5'],
  ['"BIB"0000', '-5', '-5'],
  ['0" p."', '310', '310'],
  ['"$"0', '5', '5'],
  ['#,##0', '1234', '1234'],
  ['"KSh "#,##0', '1234', '1234'],
])('A label of the format %s is read as it is shown: %s is %s', async (format, value, text) => {
  const code = format.replaceAll('"', '&quot;')
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`
  expect(await cellText(`<c s="1"><v>${value}</v></c>`, { styles })).toBe(text)
})

describe('A workbook is refused', () => {
  test('without a cell', async () => {
    expect(await faultOf(await workbookOf({ sheets: { 'name="A"': '<row/>' } }))).toEqual({ kind: 'empty' })
    expect(await faultOf(await workbookOf({}))).toEqual({ kind: 'empty' })
  })

  test('when it unpacks to far more than its size, or says less than that', async () => {
    const row = rowOf(`<c t="str"><v>${' '.repeat(1000)}x</v></c>`)
    const bomb = await workbookOf({ sheets: { 'name="A"': header + row.repeat(20_000) } })
    expect(bomb.length).toBeLessThan(100_000)
    const refused = await faultOf(bomb)
    expect(refused).toEqual({ kind: 'too-large', limit: expect.any(Number) })
    const lying = Buffer.from(bomb)
    const entry = lying.lastIndexOf('xl/worksheets/sheet1.xml') - 46
    lying.writeUInt32LE(1000, entry + 24)
    expect(await faultOf(lying)).toEqual(refused)
  })

  test('when it is cut, or its XML is broken or declares entities', async () => {
    const parts = workbookParts({ sheets: { 'name="A"': header + rowOf('<c t="str"><v>x</v></c>') } })
    const file = await zipOf(parts)
    for (const size of [100, 1000, file.length - 30])
      expect(await faultOf(file.subarray(0, size))).toEqual({ kind: 'damaged' })
    const sheet = 'xl/worksheets/sheet1.xml' as keyof typeof parts
    for (const xml of [
      parts[sheet].slice(0, -20),
      '<!DOCTYPE a [<!ENTITY b "c">]><sheetData><row><c><v>&b;</v></c></row></sheetData>',
    ])
      expect(await faultOf(await zipOf({ ...parts, [sheet]: xml }))).toEqual({ kind: 'damaged' })
  })
})
