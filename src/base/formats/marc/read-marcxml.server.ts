import { readBytes } from '../bytes.server.ts'
import { FileFault } from '../file-fault.ts'
import type { FileRow, FileSource, FileTable, ReadOptions } from '../file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { readText } from '../text/decode.server.ts'
import { createXmlReader } from '../text/xml.server.ts'
import { marcHeader } from './marc-header.ts'
import { RecordFields } from './marc-row.server.ts'

/** MARCXML: records in any namespace and in whatever element, such as answers of OAI-PMH and SRU. */
export function openMarcXml(source: FileSource, shape: FileShape, options: ReadOptions): FileTable {
  return { header: [...marcHeader], rows: readRows(source, shape, options) }
}

async function* readRows(source: FileSource, shape: FileShape, options: ReadOptions): AsyncGenerator<FileRow[]> {
  const records = new XmlRecords()
  const reader = createXmlReader(records)
  try {
    for await (const text of readText(readBytes(source, options), shape.encoding)) {
      reader.write(text)
      yield records.take()
    }
    reader.end()
  } catch (error) {
    if (error instanceof FileFault) throw new FileFault({ kind: 'damaged', row: records.count + 1 })
    throw error
  }
  yield records.take()
}

class XmlRecords {
  /** Records that have ended. */
  count = 0
  #rows: FileRow[] = []
  #leader = ''
  readonly #fields = new RecordFields()
  #tag = ''
  #indicators = ''
  #code = ''
  #subfields: [code: string, text: string][] = []

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'record') this.#leader = ''
    else if (name === 'controlfield' || name === 'datafield') {
      this.#tag = attributes['tag'] ?? ''
      this.#indicators = (attributes['ind1'] ?? ' ') + (attributes['ind2'] ?? ' ')
      this.#subfields = []
    } else if (name === 'subfield') this.#code = attributes['code'] ?? ''
  }

  onClose(name: string, text: string): void {
    if (name === 'leader') this.#leader = text
    else if (name === 'subfield') {
      if (this.#fields.hasRoomFor(this.#tag, text)) this.#subfields.push([this.#code, text])
    } else if (name === 'controlfield' || name === 'datafield')
      this.#fields.add({ tag: this.#tag, indicators: this.#indicators, text, subfields: this.#subfields })
    else if (name === 'record') {
      // A record of OAI-PMH or SRU ends after that of MARC within it, and has no fields of its own.
      const row = this.#fields.take(this.#leader, this.count + 1)
      this.#leader = ''
      if (!row) return
      this.count += 1
      this.#rows.push(row)
    }
  }

  /** The rows since the last time. */
  take(): FileRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }
}
