import { posix } from 'node:path'
import { CELL_MAX } from '../limits.ts'
import { cutText, storedText } from '../text/stored-text.ts'
import { unescapeText } from './escape-text.ts'
import { numberStyle, type NumberStyle } from './number-format.ts'
import { StringTable } from './string-table.server.ts'
import { readWholePart } from './xml-part.server.ts'
import type { Zip } from './zip.server.ts'

/** Bytes of the small parts, unpacked. */
const PART_MAX = 8_000_000
const SHEETS_MAX = 1000
/** Styles of cells; Excel has at most 65,490. */
const STYLES_MAX = 100_000
/** Bytes of all strings of a workbook, unpacked: some 1,000,000 titles. */
const STRINGS_MAX = 96_000_000
const nothing = (): void => undefined

interface Sheet {
  name: string
  /** Name of the part of the ZIP file that has the sheet. */
  part: string
}

export interface Workbook {
  /** The sheets that are not hidden, or all sheets if all are. */
  sheets: Sheet[]
  epoch: 1900 | 1904
  /** By relationship: `styles`, `sharedStrings`. */
  parts: ReadonlyMap<string, string>
}

interface Relationship {
  id: string
  type: string
  target: string
}

/** The relationships of a part, with targets as names of parts. */
async function relationshipsOf(zip: Zip, part: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(part)
  const found: Relationship[] = []
  await readWholePart(zip.open(posix.join(dir, '_rels', `${base}.rels`), PART_MAX), {
    onOpen: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name === 'Relationship')
        found.push({ id, type: posix.basename(type), target: posix.resolve('/', dir, target).slice(1) })
    },
    onClose: nothing,
  })
  return found
}

/** The name of the part with the main content, such as xl/workbook.xml or word/document.xml. */
export async function mainPart(zip: Zip): Promise<string | undefined> {
  const all = await relationshipsOf(zip, '')
  return all.find(({ type }) => type === 'officeDocument')?.target
}

/** What is in a workbook. Throws FileFault. */
export async function readWorkbookPart(zip: Zip, part: string): Promise<Workbook> {
  const relationships = await relationshipsOf(zip, part)
  const worksheets = new Map(
    relationships.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]),
  )
  const all: (Sheet & { isHidden: boolean })[] = []
  let epoch: Workbook['epoch'] = 1900
  await readWholePart(zip.open(part, PART_MAX), {
    onOpen: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? '')) epoch = 1904
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const target = worksheets.get(id ?? '')
      if (target === undefined || all.length >= SHEETS_MAX) return
      all.push({
        name: storedText(attributes['name'] ?? ''),
        part: target,
        isHidden: /hidden/i.test(attributes['state'] ?? ''),
      })
    },
    onClose: nothing,
  })
  const shown = all.filter(({ isHidden }) => !isHidden)
  return {
    sheets: shown.length > 0 ? shown : all,
    epoch,
    parts: new Map(relationships.map(({ type, target }) => [type, target])),
  }
}

/** How each style of a cell shows numbers. */
export async function readStyles(zip: Zip, { parts }: Workbook): Promise<NumberStyle[]> {
  const codes = new Map<number, string>()
  const styles: NumberStyle[] = []
  let isCell = false
  await readWholePart(zip.open(parts.get('styles') ?? '', PART_MAX), {
    onOpen: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'cellXfs') isCell = true
      else if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '')
      else if (name === 'xf' && isCell && styles.length < STYLES_MAX) styles.push(numberStyle(id, codes.get(id)))
    },
    onClose: (name) => {
      if (name === 'cellXfs') isCell = false
    },
  })
  return styles
}

/** The shared strings, to which cells refer by index. Without phonetic readings (`rPh`). */
export async function readStrings(zip: Zip, { parts }: Workbook, signal?: AbortSignal): Promise<StringTable> {
  const strings = new StringTable()
  let text = ''
  let isAid = false
  await readWholePart(zip.open(parts.get('sharedStrings') ?? '', STRINGS_MAX, signal), {
    onOpen: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isAid = true
    },
    onClose: (name, own) => {
      if (name === 't' && !isAid && text.length <= CELL_MAX) text += own
      else if (name === 'rPh') isAid = false
      else if (name === 'si') strings.add(cutText(unescapeText(text)))
    },
  })
  return strings
}
