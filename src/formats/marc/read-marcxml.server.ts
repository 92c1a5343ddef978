import { readBytes } from '../bytes.server.ts'
import { FileFault } from '../file-fault.ts'
import type { FileRow, FileShape, FileSource, FileTable, ReadOptions } from '../file-table.ts'
import { readText } from '../text/decode.server.ts'
import { createXmlReader } from '../text/xml.server.ts'
import type { MarcField } from './marc-record.ts'
import { marcHeader } from './marc-header.ts'
import { marcRow } from './read-marc.server.ts'

/** MARCXML: a collection or one record, in any namespace prefix. */
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
  #fields: MarcField[] = []
  #tag = ''
  #indicators = ''
  #code = ''
  #subfields: [code: string, text: string][] = []

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'record') {
      this.#leader = ''
      this.#fields = []
    } else if (name === 'controlfield' || name === 'datafield') {
      this.#tag = attributes['tag'] ?? ''
      this.#indicators = (attributes['ind1'] ?? ' ') + (attributes['ind2'] ?? ' ')
      this.#subfields = []
    } else if (name === 'subfield') this.#code = attributes['code'] ?? ''
  }

  onClose(name: string, text: string): void {
    if (name === 'leader') this.#leader = text
    else if (name === 'subfield') this.#subfields.push([this.#code, text])
    else if (name === 'controlfield' || name === 'datafield')
      this.#fields.push({ tag: this.#tag, indicators: this.#indicators, text, subfields: this.#subfields })
    else if (name === 'record') {
      this.count += 1
      this.#rows.push(marcRow({ leader: this.#leader, fields: this.#fields }, this.count))
    }
  }

  /** The rows since the last time. */
  take(): FileRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }
}
