import { joinList } from '#base/lib/list-cell.ts'
import { ITEM_COLUMNS, type ItemColumn } from './item-fields.ts'
import { controlOf, fieldsWith, subfieldsOf, type MarcField, type MarcRecord } from './marc-record.ts'

/** Where a field of a book stands in a record. */
interface Place extends Pick<MarcField, 'tag' | 'indicators'> {
  code: string
  /** A list has a field for each of its texts, a text of several lines a subfield for each line. */
  repeats?: 'field' | 'line'
}

/**
 * Where each field of a book stands in a record that Maktaba writes, and reads again as it is. A name is as it is spoken
 * (100, first indicator 0). A test fails for a field without its place.
 */
export const OWN_PLACES = {
  isbn: { tag: '020', indicators: '  ', code: 'a', repeats: 'field' },
  language: { tag: '041', indicators: ' 7', code: 'a' },
  author: { tag: '100', indicators: '0 ', code: 'a' },
  title: { tag: '245', indicators: '00', code: 'a' },
  edition: { tag: '250', indicators: '  ', code: 'a' },
  publisher: { tag: '264', indicators: ' 1', code: 'b' },
  year: { tag: '264', indicators: ' 1', code: 'c' },
  pages: { tag: '300', indicators: '  ', code: 'a' },
  series: { tag: '490', indicators: '0 ', code: 'a' },
  volume: { tag: '490', indicators: '0 ', code: 'v' },
  summary: { tag: '520', indicators: '  ', code: 'a', repeats: 'line' },
  subjects: { tag: '650', indicators: ' 4', code: 'a', repeats: 'field' },
  genre: { tag: '655', indicators: ' 4', code: 'a' },
  shelfMark: { tag: '852', indicators: '8 ', code: 'h' },
  // A local field: names in `a`, values in `b`.
  details: { tag: '950', indicators: '  ', code: 'b' },
} satisfies Record<string, Place>

export const ownPlaces: readonly (readonly [field: string, place: Place])[] = Object.entries(OWN_PLACES)

type MarcColumn = keyof typeof OWN_PLACES | ItemColumn | 'id'

/** The texts of a record by column. Fields that are not imported have no column. */
export type MarcCells = Partial<Record<MarcColumn, string>>

/** The columns of a MARC file; those of copies are the last. */
export const marcHeader: readonly string[] = [
  ...new Set(['title', 'author', 'publisher', 'genre', ...Object.keys(OWN_PLACES), 'id', ...ITEM_COLUMNS]),
]

/** The code of Maktaba's own records in 003: only there 001 is a book's id. */
export const OWN_CODE = 'Maktaba'

export const isOwn = (record: MarcRecord): boolean => controlOf(record, '003') === OWN_CODE

/** What a record of Maktaba says, as it was written. */
export const readOwn = (record: MarcRecord): Record<string, string> => ({
  ...Object.fromEntries(ownPlaces.map(([field, place]) => [field, ownText(record, place)])),
  details: detailsOf(record),
  id: controlOf(record, '001'),
})

function ownText(record: MarcRecord, { tag, code, repeats }: Place): string {
  const texts = fieldsWith(record, tag).flatMap((field) => subfieldsOf(field, code))
  if (repeats === undefined) return texts[0] ?? ''
  return repeats === 'field' ? joinList(texts) : texts.join('\n')
}

const detailsOf = (record: MarcRecord): string => detailsCell(fieldsWith(record, OWN_PLACES.details.tag))

function detailsCell(fields: readonly MarcField[]): string {
  const details = fields.map((field) => ({
    name: subfieldsOf(field, 'a')[0] ?? '',
    value: subfieldsOf(field, OWN_PLACES.details.code)[0] ?? '',
  }))
  return details.length === 0 ? '' : JSON.stringify(details)
}

/** The first indicator of an own note that says what a field of the book is, whatever the rest of the record says. */
export const FIELD_NOTE = '1'

/**
 * Whether Maktaba added a field to a record of another catalogue: a local field, whose `$5` says which institution it is of. It
 * holds a detail, or what the record's other fields cannot say so that it is read again.
 */
export const isOwnNote = (field: MarcField): boolean =>
  field.tag === OWN_PLACES.details.tag && subfieldsOf(field, '5')[0] === OWN_CODE

export const isFieldNote = (field: MarcField): boolean => isOwnNote(field) && field.indicators[0] === FIELD_NOTE

/** What the own notes of a record of another catalogue say. */
export function readOwnNotes(record: MarcRecord): Record<string, string> {
  const notes = record.fields.filter(isOwnNote)
  const details = detailsCell(notes.filter((field) => !isFieldNote(field)))
  const ofFields = notes
    .filter(isFieldNote)
    .map((field) => [subfieldsOf(field, 'a')[0] ?? '', subfieldsOf(field, 'b').join('\n')] as const)
  return { ...(details !== '' && { details }), ...Object.fromEntries(ofFields.filter(([name]) => name !== 'id')) }
}
