import { findIsbns } from '#base/lib/isbn.ts'
import { readYear } from '#base/lib/read-number.ts'
import {
  addField,
  editText,
  fieldForText,
  listChange,
  marked,
  newField,
  replaceControl,
  replaceField,
  withSubfields,
  withText,
  type CellChange,
  type Editor,
  type Subfield,
} from './edit-fields.ts'
import {
  authorField,
  copyField,
  editionField,
  genreField,
  hasNoMarks,
  publisherField,
  seriesField,
  SUBJECT_TAGS,
  subjectsIn,
  tagOf,
  titleField,
} from './marc-21.ts'
import { FIELD_NOTE, isFieldNote, isOwnNote, OWN_CODE, OWN_PLACES } from './marc-header.ts'
import { controlOf, fieldsWith, subfieldsOf, type MarcField, type MarcRecord } from './marc-record.ts'
import { detailFields } from './own-record.ts'
import { endMarks } from './punctuation.ts'

/**
 * A record of another catalogue that says what the book is now: each changed field in the place that `readMarc21` takes it
 * from, or else in the usual one. `keepsMarks`: with the punctuation that stood behind the former text.
 */
export function editMarc21(
  given: MarcRecord,
  changes: Readonly<Record<string, CellChange>>,
  keepsMarks: boolean,
): MarcRecord {
  const marksOf = (text: string): string => (keepsMarks && !hasNoMarks(given) ? endMarks(text).trimEnd() : '')
  const isOutdated = (field: MarcField) => isFieldNote(field) && (subfieldsOf(field, 'a')[0] ?? '') in changes
  let record: MarcRecord = { ...given, fields: given.fields.filter((field) => !isOutdated(field)) }
  for (const [name, change] of Object.entries(changes)) record = EDITORS[name]?.(record, change, marksOf) ?? record
  return record
}

/** Adds what a field of the book is, for a reader that would take something else from the record. */
export const addFieldNote = (record: MarcRecord, name: string, text: string): MarcRecord =>
  addField(
    record,
    newField(
      OWN_PLACES.details.tag,
      `${FIELD_NOTE} `,
      ['a', name],
      ...text.split('\n').map((line) => ['b', line] as const),
      ['5', OWN_CODE],
    ),
  )

const TITLE_CODES = 'abnp'

const editTitle: Editor = (given, { after }, marksOf) => {
  const { record, field } = fieldForText(given, titleField(given), after)
  if (!field) return addField(record, newField('245', '00', ['a', after]))
  const former = field.subfields.filter(([code]) => TITLE_CODES.includes(code))
  const marks = marksOf(former.at(-1)?.[1] ?? '')
  const end = after.indexOf(': ')
  // Where the record has them apart, title and remainder are apart again.
  const parts =
    former[1]?.[0] === 'b' && end > 0
      ? ([
          ['a', after.slice(0, end) + marksOf(former[0]?.[1] ?? '')],
          ['b', marked(after.slice(end + 2), marks)],
        ] as const)
      : ([['a', marked(after, marks)]] as const)
  // So many letters at the beginning are not sorted by.
  const skipped = Number(field.indicators[1]) || 0
  const isSameStart = former[0]?.[1].slice(0, skipped).toLowerCase() === after.slice(0, skipped).toLowerCase()
  const indicators = isSameStart ? field.indicators : `${field.indicators[0]}0`
  return replaceField(record, field, { ...withSubfields(field, TITLE_CODES, parts), indicators })
}

/** Of a name's subfields the role and the links to other fields stay; dates and authority numbers are another person's. */
const KEPT_OF_NAME = '4e68'

const editAuthor: Editor = (given, { after }) => {
  const { record, field } = fieldForText(given, authorField(given), after)
  if (after === '') return field ? replaceField(record, field, undefined) : record
  if (!field) return addField(record, newField('100', '0 ', ['a', after]))
  const subfields = field.subfields.filter(([code]) => code === 'a' || KEPT_OF_NAME.includes(code))
  const comma = !hasNoMarks(record) && subfields.some(([code]) => code === 'e') ? ',' : ''
  // 0: in the order in which it is spoken.
  const indicators = tagOf(field).endsWith('00') ? `0${field.indicators.slice(1)}` : field.indicators
  return replaceField(record, field, {
    ...withSubfields({ ...field, subfields }, 'a', [['a', after + comma]]),
    indicators,
  })
}

const editSubjects: Editor = (record, change) => {
  const { removed, added } = listChange(change)
  const isPlain = hasNoMarks(record)
  const edited = fieldsWith(record, ...SUBJECT_TAGS).reduce((before, field) => {
    if (field.tag !== '653') {
      const isGone = subjectsIn(field, isPlain).some((one) => removed.has(one))
      return isGone ? replaceField(before, field, undefined) : before
    }
    const isGone = (part: Subfield) =>
      part[0] === 'a' && subjectsIn({ ...field, subfields: [part] }, isPlain).some((one) => removed.has(one))
    if (!field.subfields.some(isGone)) return before
    return replaceField(before, field, { ...field, subfields: field.subfields.filter((part) => !isGone(part)) })
  }, record)
  const { tag, indicators } = OWN_PLACES.subjects
  return added.reduce((before, subject) => addField(before, newField(tag, indicators, ['a', subject])), edited)
}

const editSummary: Editor = (record, { after }) => {
  const texts = after === '' ? [] : after.split('\n').map((line) => ['a', line] as const)
  const [first, ...others] = fieldsWith(record, '520')
  if (!first) return addField(record, newField('520', OWN_PLACES.summary.indicators, ...texts))
  const edited = others.reduce((before, field) => replaceField(before, field, withSubfields(field, 'a', [])), record)
  return replaceField(edited, first, withSubfields(first, 'a', texts))
}

/** A class of a classification is no shelf mark: it stays, and a place of the copy comes before it. */
const editShelfMark: Editor = (record, { before, after }) => {
  const field = copyField(record)
  const { tag, indicators } = OWN_PLACES.shelfMark
  const items = field ? [] : fieldsWith(record, '952').filter((one) => subfieldsOf(one, 'o')[0] === before)
  if (before !== '' && items.length > 0)
    return items.reduce((edited, item) => replaceField(edited, item, withText(item, 'o', after)), record)
  if (!field) return after === '' ? record : addField(record, newField(tag, indicators, ['h', after]))
  return replaceField(record, field, withSubfields(field, 'hij', after === '' ? [] : [['h', after]]))
}

/** The word of a genre is of no thesaurus. */
const editGenre: Editor = (given, { after }) => {
  const { record, field } = fieldForText(given, genreField(given), after)
  const next = newField('655', OWN_PLACES.genre.indicators, ['a', after])
  if (!field) return after === '' ? record : addField(record, next)
  if (after === '') return replaceField(record, field, undefined)
  const links = field.subfields.filter(([code]) => code === '6')
  return replaceField(record, field, { ...next, tag: field.tag, subfields: [...links, ...next.subfields] })
}

const editDetails: Editor = (record, { after }) => {
  let edited: MarcRecord = {
    ...record,
    fields: record.fields.filter((field) => !isOwnNote(field) || isFieldNote(field)),
  }
  for (const field of detailFields(after))
    edited = addField(edited, { ...field, subfields: [...field.subfields, ['5', OWN_CODE]] })
  return edited
}

/** Where publisher and year stand, or are added. */
const publishingField = (record: MarcRecord): MarcField | undefined =>
  publisherField(record) ?? fieldsWith(record, '260', '264')[0]

/** A number in place of another in a text such as `xii, 310 p. :`. */
const withNumber = (text: string, { before, after }: CellChange): string | undefined => {
  const number = before === '' ? undefined : new RegExp(String.raw`(?<!\d)${before}(?!\d)`)
  return number?.test(text) ? text.replace(number, after) : undefined
}

const isDate = ([code, text]: Subfield): boolean => code === 'c' && readYear(text) !== undefined

const editYear: Editor = (record, change, marksOf) => {
  const { before, after } = change
  const dated = fieldsWith(record, '264', '260').filter((field) => field.subfields.some(isDate))
  const coded = replaceControl(record, '008', (text) => codedYear(text, change))
  const [field] = dated
  if (after === '')
    return dated.reduce(
      (edited, one) => replaceField(edited, one, { ...one, subfields: one.subfields.filter((part) => !isDate(part)) }),
      coded,
    )
  if (field) {
    const at = field.subfields.findIndex(isDate)
    const text = field.subfields[at]?.[1] ?? ''
    const next = withNumber(text, change) ?? marked(after, marksOf(text))
    return replaceField(coded, field, { ...field, subfields: field.subfields.with(at, ['c', next]) })
  }
  // The year stood in the coded field 008 alone, which is edited already.
  if (before !== '' && controlOf(coded, '008').slice(7, 11) === after) return coded
  return editText(publishingField, OWN_PLACES.year, 'c')(coded, change, marksOf)
}

/** Field 008 with the kind of date and the first date changed, where that date was the former year, or unknown. */
function codedYear(text: string, { before, after }: CellChange): string {
  const first = text.slice(7, 11)
  if (text.length < 15 || (first !== before && /\d/.test(first))) return text
  const dates =
    after === ''
      ? 'nuuuuuuuu'
      : `${/[ |nu]/.test(text.charAt(6)) ? 's' : text.charAt(6)}${after.padStart(4, '0')}${text.slice(11, 15)}`
  return text.slice(0, 6) + dates + text.slice(15)
}

/**
 * Writes the code of a language into a field 041 whose subfield 2 names the list of codes (RFC 5646), and removes the code in
 * field 008: it would have to be one of MARC's own list.
 */
const editLanguage: Editor = (record, { after }) => {
  const first = fieldsWith(record, '041').find((field) => subfieldsOf(field, 'a').length > 0)
  const coded = replaceControl(record, '008', (text) =>
    text.length < 38 ? text : `${text.slice(0, 35)}|||${text.slice(38)}`,
  )
  if (after === '')
    return fieldsWith(coded, '041').reduce((edited, one) => replaceField(edited, one, withText(one, 'a', '')), coded)
  const field = newField('041', OWN_PLACES.language.indicators, ['a', after], ['2', 'rfc5646'])
  if (!first) return addField(coded, field)
  const at = coded.fields.indexOf(first)
  const rest = first.subfields.toSpliced(
    first.subfields.findIndex(([code]) => code === 'a'),
    1,
  )
  const before = { ...coded, fields: coded.fields.toSpliced(at, 0, field) }
  return replaceField(before, first, { ...first, subfields: rest })
}

const editPages: Editor = (record, change, marksOf) => {
  const field = fieldsWith(record, '300').find((one) => subfieldsOf(one, 'a').length > 0)
  const text = field?.subfields.find(([code]) => code === 'a')?.[1] ?? ''
  const after = change.after && (withNumber(text, change) ?? marked(`${change.after} p.`, marksOf(text)))
  const target = field ?? fieldsWith(record, '300')[0]
  return editText(() => target, OWN_PLACES.pages, 'a')(record, { ...change, after }, () => '')
}

const editIsbn: Editor = (record, change) => {
  const { removed, added } = listChange(change)
  const isRemoved = ([code, text]: Subfield) => code === 'a' && findIsbns(text).isbns.some((isbn) => removed.has(isbn))
  const edited = fieldsWith(record, '020').reduce((before, field) => {
    if (!field.subfields.some(isRemoved)) return before
    // Binding ($q) and price ($c) belong to the removed number, and go with it.
    const rest = field.subfields.filter((part) => !isRemoved(part) && !'cq'.includes(part[0]))
    return replaceField(before, field, { ...field, subfields: rest })
  }, record)
  return added.reduce((before, isbn) => addField(before, newField('020', '  ', ['a', isbn])), edited)
}

const EDITORS: Readonly<Record<string, Editor>> = {
  title: editTitle,
  author: editAuthor,
  publisher: editText(publishingField, OWN_PLACES.publisher, 'b'),
  genre: editGenre,
  isbn: editIsbn,
  year: editYear,
  language: editLanguage,
  pages: editPages,
  edition: editText(editionField, OWN_PLACES.edition, 'a'),
  series: editText(seriesField, OWN_PLACES.series, 'a'),
  volume: editText(seriesField, OWN_PLACES.volume, 'v'),
  shelfMark: editShelfMark,
  subjects: editSubjects,
  summary: editSummary,
  details: editDetails,
}
