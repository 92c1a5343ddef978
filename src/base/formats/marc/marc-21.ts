import type { MarcCells } from './marc-header.ts'
import { joinList } from '#base/lib/list-cell.ts'
import { readYear } from '#base/lib/read-number.ts'
import { itemCells, MARC_21_ITEMS } from './item-fields.ts'
import { fieldsWith, subfieldsOf, type MarcField, type MarcRecord } from './marc-record.ts'
import { cleanName, cleanPart, cleanSentence, turnName, withoutBrackets } from './punctuation.ts'
import { authorsFirst } from './roles.ts'

/** Letters of any other script than Latin. */
export const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u

/** What a record of MARC 21 says. */
export function readMarc21(record: MarcRecord): MarcCells {
  const isPlain = hasNoMarks(record)
  return {
    title: titleOf(record, isPlain),
    author: authorOf(record, isPlain),
    publisher: publisherOf(record, isPlain),
    genre: clean(subfieldsOf(genreField(record), 'a')[0], isPlain),
    isbn: allOf(record, 'a', '020').join('; '),
    year: yearOf(record),
    language: languageOf(record),
    pages: allOf(record, 'a', '300')[0] ?? '',
    edition: clean(subfieldsOf(editionField(record), 'a')[0], isPlain),
    ...seriesOf(record, isPlain),
    shelfMark: shelfMarkOf(record),
    subjects: joinList(subjectsOf(record, isPlain)),
    summary: allOf(record, 'a', '520').join('\n'),
    ...itemCells(record, MARC_21_ITEMS),
  }
}

/** Punctuation of AACR2 and ISBD is part of the texts unless the leader says that it is left out. */
export const hasNoMarks = ({ leader }: MarcRecord): boolean => 'cn'.includes(leader[18] ?? '')

// The fields that a record has a text of the book in.

export const titleField = (record: MarcRecord) => inScript(record, '245')
export const genreField = (record: MarcRecord) => inScript(record, '655')
export const editionField = (record: MarcRecord) => inScript(record, '250')
/** The first series that has a name, as the book states it (in old records in 440), else as the catalogue does. */
export const seriesField = (record: MarcRecord) =>
  ['490', '440', '830']
    .flatMap((tag) => fieldsWith(record, tag))
    .find((field) => clean(subfieldsOf(field, 'a')[0], hasNoMarks(record)) !== '')
/** Where the copy stands. */
export const copyField = (record: MarcRecord) =>
  fieldsWith(record, '852').find((field) => subfieldsOf(field, 'hj').length > 0)

/** The main entry, else the added one that has done most for the book. */
export function authorField(record: MarcRecord): MarcField | undefined {
  const fields = authorsFirst(fieldsWith(record, ...NAME_TAGS, '880'))
  return NAME_TAGS.map((tag) => inScript({ ...record, fields }, tag)).find(
    (field) => subfieldsOf(field, 'ab').join(' ').trim() !== '',
  )
}
const NAME_TAGS = ['100', '110', '111', '700', '710', '711']

export function publisherField(record: MarcRecord): MarcField | undefined {
  const has264 = fieldsWith(record, '264').some(isPublisherField)
  const field = has264 ? inScript({ ...record, fields: publishing(record) }, '264') : inScript(record, '260')
  return field ?? inScript(record, '264')
}

/** The texts of all fields with these tags. */
export const allOf = (record: MarcRecord, codes: string, ...tags: string[]): string[] =>
  fieldsWith(record, ...tags).flatMap((field) => subfieldsOf(field, codes))

function seriesOf(record: MarcRecord, isPlain: boolean): Pick<MarcCells, 'series' | 'volume'> {
  const field = seriesField(record)
  return { series: clean(subfieldsOf(field, 'a')[0], isPlain), volume: clean(subfieldsOf(field, 'v')[0], isPlain) }
}

/** Where the copy stands, in Koha also in 952, else the classification. */
function shelfMarkOf(record: MarcRecord): string {
  const copy = copyField(record)
  if (copy) return subfieldsOf(copy, 'hij').join(' ')
  const ofItem = allOf(record, 'o', '952').find((text) => text !== '')
  if (ofItem !== undefined) return ofItem
  const [class_] = ['090', '050', '082'].flatMap((tag) => fieldsWith(record, tag))
  return subfieldsOf(class_, 'ab').join(' ')
}

/** Each heading with its subdivisions: `Algeria – History – 1945`. */
const subjectsOf = (record: MarcRecord, isPlain: boolean): string[] => [
  ...new Set(fieldsWith(record, ...SUBJECT_TAGS).flatMap((field) => subjectsIn(field, isPlain))),
]

export const SUBJECT_TAGS = ['600', '650', '651', '653']

/** The subjects that a field names: several in 653. */
export const subjectsIn = (field: MarcField, isPlain: boolean): string[] =>
  field.tag === '653'
    ? subfieldsOf(field, 'a').map((text) => clean(text, isPlain))
    : [headingOf(subfieldsOf(field, 'axyz').map((text) => clean(text, isPlain)))]

/** The parts of a heading of a subject as one text. */
export const headingOf = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' – ')

const clean = (text: string | undefined, isPlain: boolean): string =>
  isPlain ? (text ?? '') : cleanSentence(text ?? '')

/**
 * The first field of a tag, in the original script where the record has it: in field 880, which names in $6 the field
 * that it belongs to. Readers search a book by the letters on its cover, and Latin ones are transcribed in many ways.
 */
function inScript(record: MarcRecord, tag: string): MarcField | undefined {
  const [field] = fieldsWith(record, tag)
  const occurrence = subfieldsOf(field, '6')[0]?.slice(4, 6) ?? '00'
  const other = fieldsWith(record, '880').find((one) => {
    const [link = ''] = subfieldsOf(one, '6')
    return link.startsWith(`${tag}-`) && (!field || link.slice(4, 6) === occurrence)
  })
  const isOther = other?.subfields.some(([code, text]) => code === 'a' && OTHER_SCRIPT.test(text))
  return isOther || !field ? other : field
}

/** Title, remainder, number and name of a part: `Title: remainder. Number, name`. */
function titleOf(record: MarcRecord, isPlain: boolean): string {
  const field = titleField(record)
  const parts = field?.subfields.filter(([code]) => 'abnp'.includes(code)) ?? []
  let title = ''
  let before = ''
  for (const [code, text] of parts) {
    const part = isPlain ? { text, mark: code === 'n' ? ',' : '' } : cleanPart(text)
    if (part.text === '') continue
    title += joint(title, before, code) + part.text
    before = part.mark
  }
  return isPlain ? title : cleanSentence(title)
}

/** What stands between two parts, the first of which ended with `mark`. */
function joint(title: string, mark: string, code: string): string {
  if (title === '') return ''
  if (code === 'b') return mark === '=' ? ' = ' : mark === ';' ? '; ' : ': '
  if (mark === ',' && code !== 'n') return ', '
  return /[.?!]$/.test(title) ? ' ' : '. '
}

/** The main entry, else the first added one, else the statement of responsibility. */
function authorOf(record: MarcRecord, isPlain: boolean): string {
  const field = authorField(record)
  if (!field) return clean(subfieldsOf(titleField(record), 'c')[0], isPlain)
  const name = withoutBrackets(cleanName(subfieldsOf(field, 'ab').join(' ')))
  // A family's name and a forename alone are in the order in which they are spoken.
  return tagOf(field).endsWith('00') && !'03'.includes(field.indicators[0] ?? '1') ? turnName(name) : name
}

/** The tag of a field; of one in the original script that of the field that it belongs to. */
export const tagOf = (field: MarcField): string =>
  field.tag === '880' ? (subfieldsOf(field, '6')[0] ?? '').slice(0, 3) : field.tag

function publisherOf(record: MarcRecord, isPlain: boolean): string {
  const [name = ''] = subfieldsOf(publisherField(record), 'b')
  if (isPlain) return name
  // Brackets may reach from the place to the publisher.
  return cleanName(name).replace(/^\[([^\]]*)$|^([^[]*)\]$/, '$1$2')
}

/** Not a maker, a distributor or a copyright. */
const isPublisherField = ({ indicators }: MarcField): boolean => indicators[1] === '1'

const publishing = ({ fields }: MarcRecord): MarcField[] =>
  fields.filter((field) => field.tag !== '264' || isPublisherField(field))

/** The first date that has a year; one without is kept, so that it can be said. */
function yearOf(record: MarcRecord): string {
  const coded = fieldsWith(record, '008')[0]?.text.slice(7, 11) ?? ''
  const dates = [...allOf(record, 'c', '264', '260'), ...(/^\d{4}$/.test(coded) ? [coded] : [])]
  return String(dates.map(readYear).find((year) => year !== undefined) ?? dates[0] ?? '')
}

function languageOf(record: MarcRecord): string {
  const [own] = allOf(record, 'a', '041')
  // Old records write several codes without anything between them.
  return own?.slice(0, 3) ?? languageCode(record)
}

const languageCode = (record: MarcRecord): string => {
  const code = fieldsWith(record, '008')[0]?.text.slice(35, 38) ?? ''
  return /^[a-z]{3}$/.test(code) ? code : ''
}
