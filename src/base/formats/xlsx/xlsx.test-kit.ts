import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A ZIP file of these parts. */
export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

interface Parts {
  /** The XML within `sheetData`, by the attributes of the sheet beside its id. */
  sheets?: Readonly<Record<string, string>>
  strings?: string
  styles?: string
  properties?: string
}

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

/** The parts of a workbook. */
export function workbookParts({ sheets = {}, strings = '', styles = '', properties = '' }: Parts) {
  const all = Object.entries(sheets)
  const list = all.map(([attributes], at) => `<sheet ${attributes} sheetId="${at + 1}" r:id="s${at}"/>`)
  const targets = all.map((_, at) => relationship(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relationship('r', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}${relationship('a', 'styles', 'styles.xml')}${relationship('b', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/SharedStrings.xml': `<sst>${strings}</sst>`,
    ...Object.fromEntries(
      all.map(([, rows], at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<?xml version="1.0"?><x:worksheet xmlns:x="${MAIN}"><x:sheetData>${rows.replace(/<(\/?)(?=\w)/g, '<$1x:')}</x:sheetData></x:worksheet>`,
      ]),
    ),
  }
}

export const workbookOf = (parts: Parts): Promise<Buffer> => zipOf(workbookParts(parts))
