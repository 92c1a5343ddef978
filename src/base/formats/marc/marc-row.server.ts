import type { FileRow, Material } from '../file-table.ts'
import { RECORD_KEPT_MAX, RECORD_MAX } from '../limits.ts'
import { readMarc21 } from './marc-21.ts'
import { unescapeXml } from '../text/escape-xml.ts'
import { isOwn, marcHeader, OWN_PLACES, readOwn, readOwnNotes } from './marc-header.ts'
import { hasOtherItems, MARC_21_ITEMS, UNIMARC_ITEMS } from './item-fields.ts'
import { packRecord } from './kept-record.server.ts'
import { marcTextOf, type MarcField, type MarcRecord } from './marc-record.ts'
import { isUnimarc, readUnimarc } from './unimarc.ts'

/** The tags of the fields that a row is made of, in MARC 21 and UNIMARC. */
export const usedTags = new RegExp(
  `^(${Object.values(OWN_PLACES)
    .map(({ tag }) => tag)
    .join(
      '|',
    )}|00[138]|010|020|041|050|082|090|1[01][01]|101|200|205|21[045]|225|245|250|26[04]|300|330|410|440|461|490|520|60[0678]|610|65[0135]|67[56]|686|7[01][012]|830|852|87[678]|880|905|919|930|945|949|952|985|986|991|995|996)$`,
)

/** What a field or a part counts beside its text. */
const FIELD_SIZE = 20

/** Marks around words that are not sorted by, such as articles. */
const NOT_SORTED = /[\u0088\u0089\u0098\u009C]/g

/**
 * The texts of a record in the order of `marcHeader`: our own as they are stored, those of others in NFC and without
 * the entities that some have kept from XML.
 */
function marcCells(record: MarcRecord): string[] {
  const cells = isUnimarc(record) ? readUnimarc(record) : readMarc21(record)
  if (isOwn(record)) {
    const own: Record<string, string> = { ...cells, ...readOwn(record) }
    return marcHeader.map((name) => own[name] ?? '')
  }
  const texts: Record<string, string> = {
    ...cells,
    title: (cells.title ?? '').replace(/^<>$/, ''),
    publisher: (cells.publisher ?? '').replace(UNKNOWN, ''),
  }
  const notes = readOwnNotes(record)
  return marcHeader.map(
    (name) =>
      notes[name] ??
      unescapeXml((texts[name] ?? '').replace(NOT_SORTED, ''))
        .trim()
        .normalize('NFC'),
  )
}

/** What cataloguing rules write where nobody knows who published a book. */
const UNKNOWN =
  /^\[?(s\. ?[nl]\.?|(publisher|place of publication|éditeur|lieu de publication) (not|non) (identified|identifié)|(place|publisher) unknown|د\. ?[نم]\.?|الناشر غير (محدد|معروف))\]?$/iu

/** By leader/06, what a record is of; texts, printed or by hand, are books. In UNIMARC `m` is of several kinds, and `l` electronic. */
const MATERIALS: Readonly<Record<string, Material>> = {
  c: 'score',
  d: 'score',
  e: 'map',
  f: 'map',
  g: 'video',
  i: 'speech',
  j: 'music',
  k: 'picture',
  l: 'electronic',
  m: 'electronic',
  o: 'kit',
  r: 'object',
}

/** The row of a record. */
export function marcRow(record: MarcRecord, row: number): FileRow {
  const cells = marcCells(record)
  if (record.leader[5] === 'd') return { row, cells, fault: { kind: 'deleted' } }
  const type = record.leader[6] ?? ''
  const material = type === 'm' && isUnimarc(record) ? 'kit' : MATERIALS[type]
  return {
    row,
    cells,
    ...(hasOtherItems(record, isUnimarc(record) ? UNIMARC_ITEMS : MARC_21_ITEMS) && { hasOtherItems: true }),
    ...(material && { material }),
  }
}

/** A row with the record that it is made of, where that is kept. */
export const withRecord = (row: FileRow, record: Buffer | undefined): FileRow => (record ? { ...row, record } : row)

/**
 * Collects the fields of a record that come one after the other. At most `RECORD_MAX` characters of those that a row is
 * made of, and of the others as long as the whole record is short enough to be kept.
 */
export class RecordFields {
  #fields: MarcField[] = []
  #size = 0
  /** Characters of all fields, also of those that no row is made of. */
  #whole = 0

  add(field: MarcField): void {
    if (this.hasRoomFor(field.tag, field.text)) this.#fields.push(field)
  }

  /** Counts a field, or a part of the one that is added next; false for one that is not to be collected, since the record is too long. */
  hasRoomFor(tag: string, text: string): boolean {
    const size = text.length + FIELD_SIZE
    this.#whole += size
    if (!usedTags.test(tag)) return this.#whole <= RECORD_KEPT_MAX
    this.#size += size
    return this.#size <= RECORD_MAX
  }

  /** The row of the record that they are; undefined if there are none. */
  take(leader: string, row: number): FileRow | undefined {
    const [all, size, whole] = [this.#fields, this.#size, this.#whole]
    this.#fields = []
    this.#size = 0
    this.#whole = 0
    if (size > RECORD_MAX) return { row, cells: [], fault: { kind: 'too-long', limit: RECORD_MAX } }
    const fields = all.filter(({ tag }) => usedTags.test(tag))
    if (leader === '' && fields.length === 0) return undefined
    const record = whole <= RECORD_KEPT_MAX ? packRecord(leader, all.map(dataOf)) : undefined
    return withRecord(marcRow({ leader, fields }, row), record)
  }
}

/** A field as ISO 2709 has it: XML may lack indicators and codes, and has blanks between subfields. */
const dataOf = ({ tag, indicators, text, subfields }: MarcField): { tag: string; data: string } => ({
  tag,
  data: tag.startsWith('00')
    ? text
    : marcTextOf({
        tag,
        indicators: indicators.padEnd(2).slice(0, 2),
        text: '',
        subfields: subfields.filter(([code]) => code.length === 1),
      }),
})
