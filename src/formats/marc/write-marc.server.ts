import type { FileColumn, WrittenRows } from '../file-table.ts'
import { escapeXml } from '../text/escape-xml.ts'
import type { MarcField, MarcRecord } from './marc-record.ts'
import { ownRecord } from './own-record.ts'

/** MARC 21 in ISO 2709 and UTF-8. */
export async function* writeMarc(columns: readonly FileColumn[], rows: WrittenRows): AsyncGenerator<Buffer> {
  for await (const group of rows) yield Buffer.concat(group.map((cells) => bytesOf(ownRecord(columns, cells))))
}

function bytesOf({ leader, fields }: MarcRecord): Buffer {
  let directory = ''
  let start = 0
  const data = fields.map((field) => Buffer.from(`${dataOf(field)}\x1e`))
  for (const [index, { tag }] of fields.entries()) {
    const length = data[index]?.length ?? 0
    directory += tag + digits(length, 4) + digits(start, 5)
    start += length
  }
  const base = leader.length + directory.length + 1
  const head = `${digits(base + start + 1, 5)}${leader.slice(5, 12)}${digits(base, 5)}${leader.slice(17)}`
  return Buffer.concat([Buffer.from(`${head}${directory}\x1e`), ...data, Buffer.from('\x1d')])
}

const dataOf = ({ indicators, text, subfields }: MarcField): string =>
  text + indicators + subfields.map(([code, part]) => `\x1f${code}${part}`).join('')

/** A number that is too long for its place becomes all nines; readers then use the ends of fields. */
const digits = (number: number, places: number): string =>
  String(Math.min(number, 10 ** places - 1)).padStart(places, '0')

/** MARCXML, the schema of the Library of Congress. */
export async function* writeMarcXml(columns: readonly FileColumn[], rows: WrittenRows): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n'
  for await (const group of rows) yield group.map((cells) => xmlOf(ownRecord(columns, cells))).join('')
  yield '</collection>\n'
}

const xmlOf = ({ leader, fields }: MarcRecord): string =>
  `<record>\n<leader>${leader}</leader>\n${fields.map(fieldXml).join('')}</record>\n`

function fieldXml({ tag, indicators, text, subfields }: MarcField): string {
  if (tag < '010') return `<controlfield tag="${tag}">${escapeXml(text)}</controlfield>\n`
  const parts = subfields.map(([code, part]) => `<subfield code="${code}">${escapeXml(part)}</subfield>`).join('')
  return `<datafield tag="${tag}" ind1="${indicators[0]}" ind2="${indicators[1]}">${parts}</datafield>\n`
}
