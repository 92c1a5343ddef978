import { expect, test } from 'vitest'
import { faultOf, fileOf } from './formats.test-kit.server.ts'
import { inspectFile } from './inspect-file.server.ts'
import { workbookParts, zipOf } from './xlsx/xlsx.test-kit.ts'

const hex = (text: string, size = 100) =>
  Buffer.concat([Buffer.from(text.replaceAll(' ', ''), 'hex'), Buffer.alloc(size)])
const ole = (name: string) => Buffer.concat([hex('d0cf11e0a1b11ae1', 70_000), Buffer.from(name, 'utf16le')])
const rels = (target: string) => ({
  '_rels/.rels': `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="${target}"/></Relationships>`,
})

test.each([
  ['no bytes', '', { kind: 'empty' }],
  ['blank lines', ' \r\n\t\n', { kind: 'empty' }],
  ['a byte order mark', '\uFEFF', { kind: 'empty' }],
  ['an object without members', '{}', { kind: 'empty' }],
  ['a PDF', '%PDF-1.7\n%âãÏÓ\n', 'pdf'],
  ['a PNG', hex('89504e470d0a1a0a'), 'picture'],
  ['a JPEG', hex('ffd8ffe0'), 'picture'],
  ['a GIF', 'GIF89a', 'picture'],
  ['a WebP', 'RIFF1234WEBPVP8 ', 'picture'],
  ['a HEIC', hex('00000018 66747970 68656963'), 'picture'],
  ['an XLS', ole('Workbook'), 'xls'],
  ['a workbook with a password', ole('EncryptedPackage'), 'encrypted'],
  ['a DOC', ole('WordDocument'), 'xls'],
  ['RTF', '{\\rtf1 A}', 'rtf'],
  ['gzip', hex('1f8b08'), 'gzip'],
  ['a program', hex('7f454c46'), 'program'],
  ['noise', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * at * 31 + at) % 251)), 'binary'],
  ['a JSON array', '\uFEFF[\n{"title": "Maru"}]', 'json'],
  ['a JSON object', '{\n "title": "Maru"\n}', 'json'],
  ['a JSON object on one line', '{"books":[{"title":"Maru"}]}', 'json'],
  ['a long one', `{"books":[{"title":"${'x'.repeat(2_000_000)}"}]}`, 'json'],
  ['HTML', '<!doctype html>\n<title>Books</title>', 'html'],
  ['a table of HTML, as some programs name .xls', '<html><body><table><tr><td>title', 'html-table'],
  [
    'a workbook of Excel 2003 in XML',
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    'xml-2003',
  ],
  ['an answer of OAI-PMH without MARC', '<OAI-PMH><ListRecords><record><metadata><dc/></metadata></record>', 'xml'],
  ['XML', '<?xml version="1.0"?><!-- <record> --><books><book/></books>', 'xml'],
])('%s is named', async (_, content, expected) => {
  const fault = typeof expected === 'string' ? { kind: 'foreign', format: expected } : expected
  expect(await faultOf(content)).toEqual(fault)
})

test.each([
  ['a DOCX', rels('word/document.xml'), { format: 'docx' }],
  ['an XLSB', rels('xl/workbook.bin'), { format: 'xlsb' }],
  ['an ODS', { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }, { format: 'ods' }],
  ['an ODT', { mimetype: 'application/vnd.oasis.opendocument.text' }, { format: 'docx' }],
  ['Numbers', { 'Index/Document.iwa': '' }, { format: 'numbers' }],
  ['a packed table', { 'a/books.csv': 'title', 'b.txt': '' }, { format: 'zip', names: ['a/books.csv', 'b.txt'] }],
])('%s is named', async (_, parts, fault) => {
  expect(await faultOf(await zipOf(parts))).toEqual({ kind: 'foreign', ...fault })
})

test('A damaged ZIP file', async () => {
  expect(await faultOf(hex('504b0304'))).toEqual({ kind: 'damaged' })
})

test.each([
  ['{"title":"A"}\n{"title":"B"}', 'jsonl'],
  [`{"title":"${'x'.repeat(100_000)}"}\n`, 'jsonl'],
  ['{title},author\n', 'csv'],
  ['00042nam a2200037 a 4500001000200000\u001ea\u001e\u001d', 'marc'],
  ['\r\n     nam  22        4500001000200000\u001ea\u001e\u001d', 'marc'],
  ['12345abc,title\n', 'csv'],
  ['\uFEFF00042Nam a2200037 a 4500001000200000\u001ea\u001e\u001d', 'marc'],
  ['\uFEFF=LDR  00000nam  2200000 a 4500\n=245  10$aA\n', 'marc'],
  ['<?xml version="1.0"?>\n<!-- ours -->\n<m:collection xmlns:m="http://www.loc.gov/MARC21/slim"/>', 'marcxml'],
  ['<record/>', 'marcxml'],
])('%s: kind %s', async (text, kind) => {
  expect((await inspectFile(fileOf(text))).kind).toBe(kind)
})

test('A workbook with macros', async () => {
  const parts = { ...workbookParts({ sheets: { 'name="A"': '' } }), 'xl/vbaProject.bin': 'x' }
  expect((await inspectFile(fileOf(await zipOf(parts)))).kind).toBe('xlsx')
})
