import { splitList } from '#base/lib/list-cell.ts'
import { OTHER_SCRIPT, tagOf } from './marc-21.ts'
import { fieldsWith, type MarcField, type MarcRecord } from './marc-record.ts'
import { plain } from './own-record.ts'

// The fields of a record are changed one by one, so that all others stay as they are, in their order.

export type Subfield = MarcField['subfields'][number]

/** The cell of a field of the book when the record came in, and now. */
export interface CellChange {
  before: string
  after: string
}

type Place = Pick<MarcField, 'tag' | 'indicators'>
/** Changes a field of the book in a record. `marksOf`: the punctuation behind a former text that stays. */
export type Editor = (record: MarcRecord, change: CellChange, marksOf: (text: string) => string) => MarcRecord

/** A field of texts for its subfields. */
export const newField = (tag: string, indicators: string, ...subfields: readonly Subfield[]): MarcField => ({
  tag,
  indicators,
  text: '',
  subfields: subfields.map(([code, text]) => [code, plain(text)]),
})

/** Subfields with letters are texts; those with digits are links, sources and institutions. */
const hasText = ({ subfields }: MarcField): boolean => subfields.some(([code]) => /\D/.test(code))

/** Puts another field in the place of one; without any text left, it goes. */
export const replaceField = (record: MarcRecord, field: MarcField, next: MarcField | undefined): MarcRecord => ({
  ...record,
  fields: record.fields.flatMap((one) => (one !== field ? one : next && hasText(next) ? next : [])),
})

/** Puts a control field's text, if the record has it, in another one's place. */
export const replaceControl = (record: MarcRecord, tag: string, change: (text: string) => string): MarcRecord => ({
  ...record,
  fields: record.fields.map((field) => (field.tag === tag ? { ...field, text: change(field.text) } : field)),
})

/** Adds a field behind those of its tag or smaller ones. */
export const addField = (record: MarcRecord, field: MarcField): MarcRecord => ({
  ...record,
  fields: record.fields.toSpliced(record.fields.findLastIndex(({ tag }) => tag <= field.tag) + 1, 0, field),
})

/** A field with other subfields in place of those with these codes; where it has none, before those that sort behind. */
export function withSubfields(field: MarcField, codes: string, given: readonly Subfield[]): MarcField {
  const isOther = ([code]: Subfield) => !codes.includes(code)
  const first = field.subfields.findIndex((one) => !isOther(one))
  const behind = field.subfields.findIndex(([code]) => /[a-z]/.test(code) && code > codes)
  const at = first >= 0 ? first : behind >= 0 ? behind : field.subfields.length
  const texts = given.map(([code, text]): Subfield => [code, plain(text)])
  return { ...field, subfields: field.subfields.filter(isOther).toSpliced(at, 0, ...texts) }
}

/** A field with a text in its first subfield with this code, or with a new one; all of them go where the text is empty. */
export function withText(field: MarcField, code: string, text: string): MarcField {
  const first = field.subfields.findIndex(([one]) => one === code)
  if (text === '' || first < 0) return withSubfields(field, code, text === '' ? [] : [[code, text]])
  return { ...field, subfields: field.subfields.with(first, [code, plain(text)]) }
}

/**
 * The field for a new text in place of the one that was read: a field of the original script (880) goes where the text is
 * in Latin letters, and the field to which it belonged gets it.
 */
export function fieldForText(
  record: MarcRecord,
  field: MarcField | undefined,
  text: string,
): { record: MarcRecord; field: MarcField | undefined } {
  if (field?.tag !== '880' || OTHER_SCRIPT.test(text)) return { record, field }
  const [main] = fieldsWith(record, tagOf(field))
  const without = replaceField(record, field, undefined)
  if (!main) return { record: without, field: undefined }
  const unlinked = withSubfields(main, '6', [])
  return { record: replaceField(without, main, unlinked), field: unlinked }
}

/** A text with the punctuation of the one that it replaces. */
export const marked = (text: string, marks: string): string =>
  marks === '' || text.endsWith(marks.trim()) ? text : text + marks

/** A field of one text in the first subfield of a field. */
export const editText =
  (find: (record: MarcRecord) => MarcField | undefined, place: Place, code: string): Editor =>
  (given, { after }, marksOf) => {
    const { record, field } = fieldForText(given, find(given), after)
    if (!field) return after === '' ? record : addField(record, newField(place.tag, place.indicators, [code, after]))
    const former = field.subfields.find(([one]) => one === code)?.[1] ?? ''
    return replaceField(record, field, withText(field, code, after && marked(after, marksOf(former))))
  }

/** What a list has no more, and what it has beside. */
export function listChange({ before, after }: CellChange): { removed: Set<string>; added: string[] } {
  const [former, next] = [splitList(before), splitList(after)]
  return {
    removed: new Set(former.filter((one) => !next.includes(one))),
    added: next.filter((one) => !former.includes(one)),
  }
}
