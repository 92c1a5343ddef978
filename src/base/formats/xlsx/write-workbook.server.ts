import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { now } from '#base/lib/clock.ts'
import type { FileColumn, WrittenRows } from '#base/csv/written-table.ts'
import { escapeXml } from '../text/escape-xml.ts'
import { escapeText } from './escape-text.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const SHEET = 'xl/worksheets/sheet1.xml'

/** The parts of a workbook with one sheet. Style 0 is General, style 1 is text, which stays text when it is edited. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/** A workbook with one sheet, all of it text. Its header stays in view. */
export async function* writeWorkbook(columns: readonly FileColumn[], rows: WrittenRows): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const options = { mtime: now() }
  for (const [name, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(XML + xml), name, options)
  const sheet = Readable.from(sheetXml(columns, rows), { objectMode: false })
  zip.addReadStream(sheet, SHEET, options)
  zip.end()
  // yazl knows nothing of errors and of readers that stop: both are passed on here.
  const output = new PassThrough()
  pipeline(zip.outputStream, output, ignore)
  sheet.on('error', (error) => output.destroy(error))
  try {
    yield* output
  } finally {
    sheet.destroy()
  }
}

/** Errors reach those who read the output. */
const ignore = (): void => undefined

async function* sheetXml(columns: readonly FileColumn[], rows: WrittenRows): AsyncGenerator<string> {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const widths = `<cols><col min="1" max="${Math.max(1, columns.length)}" width="30" style="1" customWidth="1"/></cols>`
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${widths}<sheetData>`
  yield rowXml(
    columns.map(({ heading }) => heading),
    1,
  )
  let next = 2
  for await (const group of rows) {
    const first = next
    yield group.map((cells, index) => rowXml(cells, first + index)).join('')
    next += group.length
  }
  yield '</sheetData></worksheet>'
}

/** Rows and cells say where they are: many programs need that, though the standard does not. */
const rowXml = (cells: readonly string[], row: number): string =>
  `<row r="${row}">${cells.map((text, index) => cellXml(text, columnName(index) + row)).join('')}</row>`

const cellXml = (text: string, place: string): string =>
  text === ''
    ? ''
    : `<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${escapeXml(escapeText(text))}</t></is></c>`

/** A to Z, then AA. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))
