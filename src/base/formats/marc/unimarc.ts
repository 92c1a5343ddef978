import { joinList } from '#base/lib/list-cell.ts'
import { readYear } from '#base/lib/read-number.ts'
import { fold } from '#base/lib/search/fold.ts'
import type { MarcCells } from './marc-header.ts'
import { allOf, headingOf } from './marc-21.ts'
import { itemCells, UNIMARC_ITEMS } from './item-fields.ts'
import { fieldsWith, subfieldsOf, type MarcRecord } from './marc-record.ts'
import { cleanSentence } from './punctuation.ts'
import { authorsFirst } from './roles.ts'

/** UNIMARC, of French and Italian libraries among others, has titles in 200 where MARC 21 has them in 245. */
export const isUnimarc = (record: MarcRecord): boolean =>
  fieldsWith(record, '245').length === 0 && subfieldsOf(fieldsWith(record, '200')[0], 'a').length > 0

/** What a record of UNIMARC says. It has no punctuation between its subfields. */
export function readUnimarc(record: MarcRecord): MarcCells {
  const first = (codes: string, ...tags: string[]): string => {
    const texts = fieldsWith(record, ...tags).flatMap((field) => subfieldsOf(field, codes))
    return cleanSentence(texts.find((text) => text !== '') ?? '')
  }
  return {
    title: titleOf(record),
    author: authorOf(record) || first('f', '200'),
    publisher: first('c', '210', '214'),
    genre: first('a', '608'),
    id: '',
    isbn: allOf(record, 'a', '010').join('; '),
    year: allOf(record, 'd', '214', '210').find((date) => readYear(date) !== undefined) ?? first('d', '210', '214'),
    language: first('a', '101'),
    pages: first('a', '215'),
    edition: first('a', '205'),
    series: first('a', '225') || first('t', '410'),
    volume: first('v', '225') || first('v', '410'),
    // Where the copy stands in French and Italian systems, else the classification.
    shelfMark: first('k', '995', '996') || first('a', '930') || first('a', '676', '675', '686'),
    subjects: joinList(subjectsOf(record)),
    summary: allOf(record, 'a', '330').join('\n'),
    ...itemCells(record, UNIMARC_ITEMS),
  }
}

const subjectsOf = (record: MarcRecord): string[] => [
  ...new Set(
    fieldsWith(record, '600', '606', '607', '610').map((field) =>
      headingOf(subfieldsOf(field, 'axyz').map(cleanSentence)),
    ),
  ),
]

function titleOf(record: MarcRecord): string {
  const [field] = fieldsWith(record, '200')
  let title = ''
  let before = ''
  for (const [code, text] of field?.subfields ?? []) {
    if (!'aehi'.includes(code) || text.trim() === '') continue
    title += (title === '' ? '' : jointBefore(code, before)) + text.trim()
    before = code
  }
  const own = cleanSentence(title)
  const volume = volumeOf(record, own)
  return volume === '' ? own : `${own}. ${volume}`
}

/** What stands before a further title (`a`), other information (`e`), and the number (`h`) and name (`i`) of a part. */
function jointBefore(code: string, before: string): string {
  if (code === 'a') return '; '
  if (code === 'e') return ': '
  return code === 'i' && before === 'h' ? ', ' : '. '
}

/** The number of a volume that has no title of its own: field 461 names the whole. */
function volumeOf(record: MarcRecord, own: string): string {
  const [whole] = fieldsWith(record, '461')
  const [of = own] = subfieldsOf(whole, 't').map(cleanSentence)
  const isNumbered = subfieldsOf(fieldsWith(record, '200')[0], 'h').length > 0
  return isNumbered || fold(of) !== fold(own) ? '' : (subfieldsOf(whole, 'v')[0] ?? '')
}

/** A person's surname in `a`, the rest of the name in `b`, a numeral in `d`; a body in `a`, its parts in `b`. */
function authorOf(record: MarcRecord): string {
  const [field] = ['700', '701', '710', '711', '702', '712'].flatMap((tag) => authorsFirst(fieldsWith(record, tag)))
  const part = (code: string) => subfieldsOf(field, code).map((text) => text.replace(/^,|,$/g, '').trim())
  const isBody = field?.tag.startsWith('71') === true
  const parts = isBody ? [...part('a').slice(0, 1), ...part('b')] : ['b', 'a', 'd'].map((code) => part(code)[0] ?? '')
  return parts.filter(Boolean).join(isBody ? '. ' : ' ')
}
