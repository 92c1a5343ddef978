import { readBytes } from '#base/formats/bytes.server.ts'
import { FileFault } from '#base/formats/file-fault.ts'
import { openMarcXml } from '#base/formats/marc/read-marcxml.server.ts'
import { readText } from '#base/formats/text/decode.server.ts'
import { guessXmlEncoding } from '#base/formats/text/guess-xml-encoding.server.ts'
import { createXmlReader } from '#base/formats/text/xml.server.ts'
import type { BookRecord } from './shared/book-record.ts'

const MAX_RECORDS = '5'

/** The address of a search by SRU (Search/Retrieve via URL, Library of Congress), with a query in its language CQL. */
export function sruUrl(base: string, version: string, query: string, recordSchema: string): URL {
  const url = new URL(base)
  const asked = { version, operation: 'searchRetrieve', query, recordSchema, maximumRecords: MAX_RECORDS }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  // Not every server reads a plus as a space.
  url.search = url.search.replaceAll('+', '%20')
  return url
}

/** The records of an answer of SRU, of MARC 21 or UNIMARC in XML. Throws FileFault for any other text, and for a diagnostic. */
export async function readSru(body: Buffer): Promise<BookRecord[]> {
  const encoding = guessXmlEncoding(body)
  const open = async function* () {
    yield body
  }
  const answer = { isResponse: false, hasDiagnostic: false }
  const reader = createXmlReader({
    onOpen: (name) => {
      answer.isResponse ||= name === 'searchRetrieveResponse'
      answer.hasDiagnostic ||= name === 'diagnostic'
    },
    onClose: () => undefined,
  })
  const source = { size: body.length, open }
  for await (const text of readText(readBytes(source), encoding)) reader.write(text)
  reader.end()
  if (!answer.isResponse || answer.hasDiagnostic) throw new FileFault({ kind: 'foreign', format: 'xml' })
  const { header, rows } = openMarcXml(source, { kind: 'marcxml', encoding }, {})
  const records: BookRecord[] = []
  for await (const group of rows)
    for (const { cells, fault } of group)
      if (!fault) records.push(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])))
  return records
}
