import type { ImportSource } from './book-import-encoding.server.ts'
import type { ForeignFormat } from './book-import-fault.server.ts'

/** Bytes of a MARC record's leader; every other signature is shorter. */
const LEADER = 24
const BOM = '\uFEFF'

// Magic numbers. XLSX and ODS are ZIP files; XLS begins with the OLE header.
const SIGNATURES: [ForeignFormat, Buffer][] = [
  ['workbook', Buffer.from('504b0304', 'hex')],
  ['workbook-old', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['pdf', Buffer.from('%PDF-')],
  ['gzip', Buffer.from('1f8b08', 'hex')],
]

/** The format of a file that its first bytes identify as something other than a text table. */
export async function foreignFormat(source: ImportSource): Promise<ForeignFormat | undefined> {
  const bytes = await firstBytes(source)
  const signed = SIGNATURES.find(([, signature]) => bytes.subarray(0, signature.length).equals(signature))
  if (signed) return signed[0]
  // MARC 21 (ISO 2709): length of the record, two counts of 2, and `4500` at the end of the leader.
  if (/^\d{5}.{5}22\d{5}.{3}4500$/s.test(bytes.toString('latin1'))) return 'marc'
  const text = bytes.toString('utf8')
  const start = (text.startsWith(BOM) ? text.slice(1) : text).trimStart()
  if (/^<[?!a-z]/i.test(start)) return 'xml'
  return /^[[{]\s*["{[]/.test(start) ? 'json' : undefined
}

async function firstBytes(source: ImportSource): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source.open()) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= LEADER) break
  }
  return Buffer.concat(chunks).subarray(0, LEADER)
}
