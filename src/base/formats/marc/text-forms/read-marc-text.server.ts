import { readBytes } from '../../bytes.server.ts'
import type { FileRow, FileSource, ReadOptions } from '../../file-table.ts'
import type { FileEncoding } from '#base/lib/file-shape.ts'
import { readText } from '../../text/decode.server.ts'
import { readLines } from '../../text/lines.ts'
import { readAlephLine } from './aleph.ts'
import type { MarcField } from '../marc-record.ts'
import { RecordFields } from '../marc-row.server.ts'

/** Whether a text is in the form that MarcEdit writes (`.mrk`), whose first field is the leader. */
export const isMnemonic = (start: string): boolean => /^(\uFEFF|\xEF\xBB\xBF)?\s*=(LDR|000) {2}/.test(start)

const CHARACTERS: Readonly<Record<string, string>> = { dollar: '$', lcub: '{', rcub: '}', bsol: '\\' }

const plain = (text: string): string =>
  text.replace(/\{(dollar|lcub|rcub|bsol)\}/g, (all, name: string) => CHARACTERS[name] ?? all)

/** Records in the text form of MarcEdit: a field on each line, as `=245  10$aTitle`, with `\` for blanks. */
export async function* readMnemonic(
  source: FileSource,
  encoding: FileEncoding | undefined,
  options: ReadOptions,
): AsyncGenerator<FileRow[]> {
  const fields = new RecordFields()
  let leader = ''
  let count = 0
  const take = (): FileRow[] => {
    const row = fields.take(leader, count + 1)
    if (row) count += 1
    return row ? [row] : []
  }
  for await (const lines of readLines(readText(readBytes(source, options), encoding))) {
    const rows: FileRow[] = []
    for (const { text } of lines) {
      const [, tag = '', value = ''] = /^=(LDR|\w{3}) {0,2}(.*)$/s.exec(text) ?? []
      if (tag === 'LDR' || tag === '000') {
        rows.push(...take())
        leader = value.replaceAll('\\', ' ')
      } else if (tag !== '') {
        const field = fieldOf(tag, value)
        for (const [, part] of field.subfields) fields.hasRoomFor(tag, part)
        fields.add(field)
      }
    }
    yield rows
  }
  yield take()
}

/** Records in the text form of Aleph: lines with the same number are one. */
export async function* readAleph(
  source: FileSource,
  encoding: FileEncoding | undefined,
  options: ReadOptions,
): AsyncGenerator<FileRow[]> {
  const fields = new RecordFields()
  let leader = ''
  let current: string | undefined
  let count = 0
  const take = (): FileRow[] => {
    const row = current === undefined ? undefined : fields.take(leader, count + 1)
    if (row) count += 1
    return row ? [row] : []
  }
  for await (const lines of readLines(readText(readBytes(source, options), encoding))) {
    const rows: FileRow[] = []
    for (const { text } of lines) {
      const { record, field } = readAlephLine(text) ?? {}
      if (!field) continue
      if (record !== current) {
        rows.push(...take())
        current = record
        leader = ''
      }
      if (field.tag === 'LDR') leader = field.text
      else {
        for (const [, part] of field.subfields) fields.hasRoomFor(field.tag, part)
        fields.add(field)
      }
    }
    yield rows
  }
  yield take()
}

function fieldOf(tag: string, value: string): MarcField {
  if (tag.startsWith('00')) return { tag, indicators: '', text: plain(value.replaceAll('\\', ' ')), subfields: [] }
  const [indicators = '', ...parts] = value.split('$')
  return {
    tag,
    indicators: indicators.replaceAll('\\', ' '),
    text: '',
    subfields: parts.map((part) => [part.slice(0, 1), plain(part.slice(1))] as const),
  }
}
