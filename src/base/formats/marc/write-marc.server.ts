import { escapeXml } from '../text/escape-xml.ts'
import { marcTextOf, type MarcField, type MarcRecord } from './marc-record.ts'

type MarcRecords = AsyncIterable<readonly MarcRecord[]>

/** Records as a file while they arrive. */
export async function* writeRecords(kind: 'marc' | 'marcxml', records: MarcRecords): AsyncGenerator<Buffer> {
  if (kind === 'marc') for await (const group of records) yield Buffer.concat(group.map(bytesOf))
  else for await (const text of xmlTexts(records)) yield Buffer.from(text)
}

function bytesOf({ leader, fields }: MarcRecord): Buffer {
  let directory = ''
  let start = 0
  const data = fields.map((field) => Buffer.from(`${marcTextOf(field)}\x1e`))
  for (const [index, { tag }] of fields.entries()) {
    const length = data[index]?.length ?? 0
    directory += tag + digits(length, 4) + digits(start, 5)
    start += length
  }
  const base = leader.length + directory.length + 1
  // UTF-8, two indicators and codes of two characters; lengths and places of four and five digits.
  const head = `${digits(base + start + 1, 5)}${leader.slice(5, 9)}a22${digits(base, 5)}${leader.slice(17, 20)}4500`
  return Buffer.concat([Buffer.from(`${head}${directory}\x1e`), ...data, Buffer.from('\x1d')])
}

/** A number that is too long for its place becomes all nines; readers then use the ends of fields. */
const digits = (number: number, places: number): string =>
  String(Math.min(number, 10 ** places - 1)).padStart(places, '0')

/** MARCXML, the schema of the Library of Congress. */
async function* xmlTexts(records: MarcRecords): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n'
  for await (const group of records) yield group.map(xmlOf).join('')
  yield '</collection>\n'
}

const xmlOf = ({ leader, fields }: MarcRecord): string =>
  `<record>\n<leader>00000${xmlText(leader.slice(5, 9))}a2200000${xmlText(leader.slice(17, 20))}4500</leader>\n${fields.map(fieldXml).join('')}</record>\n`

function fieldXml({ tag, indicators, text, subfields }: MarcField): string {
  if (tag < '010') return `<controlfield tag="${tag}">${xmlText(text)}</controlfield>\n`
  const parts = subfields
    .map(([code, part]) => `<subfield code="${xmlText(code)}">${xmlText(part)}</subfield>`)
    .join('')
  const [first, second] = [...indicators.padEnd(2)].map(xmlText)
  return `<datafield tag="${tag}" ind1="${first}" ind2="${second}">${parts}</datafield>\n`
}

/** Without the characters that XML does not have. */
const xmlText = (text: string): string =>
  escapeXml(text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''))
