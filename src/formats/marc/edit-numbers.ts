import { findIsbns } from '#lib/isbn.ts'
import { readYear } from '#lib/read-number.ts'
import {
  addField,
  editText,
  listChange,
  marked,
  newField,
  replaceControl,
  replaceField,
  withText,
  type CellChange,
  type Editor,
  type Subfield,
} from './edit-fields.ts'
import { publisherField } from './marc-21.ts'
import { OWN_PLACES } from './marc-header.ts'
import { controlOf, fieldsWith, subfieldsOf, type MarcField, type MarcRecord } from './marc-record.ts'

// Numbers and codes of a book that stand among other text, and in 008.

/** Where publisher and year stand, or are added. */
export const publishingField = (record: MarcRecord): MarcField | undefined =>
  publisherField(record) ?? fieldsWith(record, '260', '264')[0]

/** A number in place of another in a text such as `xii, 310 p. :`. */
const withNumber = (text: string, { before, after }: CellChange): string | undefined => {
  const number = before === '' ? undefined : new RegExp(String.raw`(?<!\d)${before}(?!\d)`)
  return number?.test(text) ? text.replace(number, after) : undefined
}

const isDate = ([code, text]: Subfield): boolean => code === 'c' && readYear(text) !== undefined

export const editYear: Editor = (record, change, marksOf) => {
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
  // The coded year was all that said it.
  if (before !== '' && controlOf(coded, '008').slice(7, 11) === after) return coded
  return editText(publishingField, OWN_PLACES.year, 'c')(coded, change, marksOf)
}

/** The kind of date and the first one in 008, where that was the year, or unknown. */
function codedYear(text: string, { before, after }: CellChange): string {
  const first = text.slice(7, 11)
  if (text.length < 15 || (first !== before && /\d/.test(first))) return text
  const dates =
    after === ''
      ? 'nuuuuuuuu'
      : `${/[ |nu]/.test(text.charAt(6)) ? 's' : text.charAt(6)}${after.padStart(4, '0')}${text.slice(11, 15)}`
  return text.slice(0, 6) + dates + text.slice(15)
}

/** A code that is none of MARC's own list stands in a field that says whose it is. */
export const editLanguage: Editor = (record, { after }) => {
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

export const editPages: Editor = (record, change, marksOf) => {
  const field = fieldsWith(record, '300').find((one) => subfieldsOf(one, 'a').length > 0)
  const text = field?.subfields.find(([code]) => code === 'a')?.[1] ?? ''
  const after = change.after && (withNumber(text, change) ?? marked(`${change.after} p.`, marksOf(text)))
  const target = field ?? fieldsWith(record, '300')[0]
  return editText(() => target, OWN_PLACES.pages, 'a')(record, { ...change, after }, () => '')
}

export const editIsbn: Editor = (record, change) => {
  const { removed, added } = listChange(change)
  const isRemoved = ([code, text]: Subfield) => code === 'a' && findIsbns(text).isbns.some((isbn) => removed.has(isbn))
  const edited = fieldsWith(record, '020').reduce((before, field) => {
    if (!field.subfields.some(isRemoved)) return before
    // Binding and price are those of the number.
    const rest = field.subfields.filter((part) => !isRemoved(part) && !'cq'.includes(part[0]))
    return replaceField(before, field, { ...field, subfields: rest })
  }, record)
  return added.reduce((before, isbn) => addField(before, newField('020', '  ', ['a', isbn])), edited)
}
