import { expect, test } from 'vitest'
import { cellsOf, faultOf, fileOf, readFile } from '../formats.test-kit.server.ts'
import { RecordFields } from './marc-row.server.ts'

const record = (title: string, leader = '00000nam a2200000 a 4500') =>
  `<m:record><m:leader>${leader}</m:leader><m:controlfield tag="001">7</m:controlfield>` +
  `<m:datafield tag="100" ind1="1" ind2=" "><m:subfield code="a">محفوظ، نجيب.</m:subfield></m:datafield>` +
  `<m:datafield tag="245" ind1="1" ind2="0"><m:subfield code="a">${title} /</m:subfield></m:datafield></m:record>`
const collection = (records: string) =>
  `<?xml version="1.0"?><m:collection xmlns:m="http://www.loc.gov/MARC21/slim">${records}</m:collection>`

test('A collection, and one record, with any prefix', async () => {
  const read = await readFile(fileOf(collection(record('A &amp; <![CDATA[<b>]]>') + record('e\u0301')), 7))
  expect(read.shape).toEqual({ kind: 'marcxml', encoding: 'utf-8' })
  expect(cellsOf(read).map(([title, author]) => [title, author])).toEqual([
    ['A & <b>', 'نجيب محفوظ'],
    ['é', 'نجيب محفوظ'],
  ])
  expect(cellsOf(await readFile(record('One').replaceAll('m:', '')))[0]?.[0]).toBe('One')
})

test.each([
  [
    'an answer of OAI-PMH',
    '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><header><identifier>1</identifier></header><metadata>',
    '</metadata></record><record><header status="deleted"/></record></ListRecords></OAI-PMH>',
  ],
  [
    'an answer of SRU',
    '<zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/"><zs:records><zs:record><zs:recordData>',
    '</zs:recordData></zs:record></zs:records></zs:searchRetrieveResponse>',
  ],
  ['an element of another name', '<records>', '</records>'],
  ['no element around several, and a declaration between them', '', `\n<?xml version="1.0"?>\n${record('B')}`],
])('In %s', async (_, before, after) => {
  for (const xml of [record('A'), record('A').replaceAll('m:', '')]) {
    const read = await readFile(fileOf(`<?xml version="1.0"?>${before}${xml}${after}`, 50))
    expect(read.rows.map(({ row, cells: [title] }) => [row, title])).toEqual([
      [1, 'A'],
      ...(after.includes('B') ? [[2, 'B']] : []),
    ])
  }
})

test('A record without end is one row that is too long', async () => {
  const { rows } = await readFile(
    collection(`<m:record>${'<m:datafield tag="245"/>'.repeat(200_000)}</m:record>${record('A')}`),
  )
  expect(rows.map(({ row, cells: [title], fault }) => [row, title, fault?.kind])).toEqual([
    [1, undefined, 'too-long'],
    [2, 'A', undefined],
  ])
})

test('Of the parts of a field, too, only those within the limit are collected', async () => {
  const fields = new RecordFields()
  const isCollected = Array.from({ length: 100_000 }, () => fields.hasRoomFor('245', ''))
  expect(isCollected.filter(Boolean)).toHaveLength(50_000)
  const parts = '<m:subfield code="a"/>'.repeat(100_000)
  const { rows } = await readFile(
    collection(`<m:record><m:datafield tag="245">${parts}</m:datafield></m:record>${record('A')}`),
  )
  expect(rows.map(({ cells: [title], fault }) => [title, fault?.kind])).toEqual([
    [undefined, 'too-long'],
    ['A', undefined],
  ])
})

test.each([
  ['ISO 8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><record>', 'latin1'), 'latin1'],
  ['UTF-16', Buffer.from('\uFEFF<record>', 'utf16le'), 'utf16le'],
] as const)('In %s', async (_, start, encoding) => {
  const rest = Buffer.from(
    record('Été')
      .replaceAll('m:', '')
      .replace('<record>', '')
      .replace(/محفوظ، نجيب/, 'Xu'),
    encoding,
  )
  expect(cellsOf(await readFile(Buffer.concat([start, rest])))[0]?.slice(0, 2)).toEqual(['Été', 'Xu'])
})

test('A deleted record is a row with a fault', async () => {
  const { rows } = await readFile(collection(record('Gone', '00000dam a2200000 a 4500')))
  expect(rows[0]).toMatchObject({ row: 1, fault: { kind: 'deleted' } })
})

test('XML that is broken refuses the file and names the record; entities are not expanded', async () => {
  expect(await faultOf(collection(record('A') + record('B <b>')))).toEqual({ kind: 'damaged', row: 2 })
  expect(await faultOf(collection(record('A')).slice(0, -5))).toEqual({ kind: 'damaged', row: 2 })
  const bomb = '<!DOCTYPE record [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;">]>'
  expect(await faultOf(collection(record('&b;')).replace('?>', `?>${bomb}`))).toEqual({ kind: 'damaged', row: 1 })
  expect(await faultOf(`<record>${'<a>'.repeat(1000)}`)).toEqual({ kind: 'damaged', row: 1 })
})
