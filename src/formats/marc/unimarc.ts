import type { MarcCells } from './marc-header.ts'
import { controlOf, fieldsWith, subfieldsOf, type MarcRecord } from './marc-record.ts'
import { cleanSentence } from './punctuation.ts'

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
    isbn: first('a', '010'),
    year: /\d{4}/.exec(first('d', '210', '214'))?.[0] ?? '',
    language: first('a', '101'),
    subject: first('a', '606'),
    edition: first('a', '205'),
    call_number: first('a', '676', '675', '686'),
    control_number: controlOf(record, '001'),
  }
}

function titleOf(record: MarcRecord): string {
  const [field] = fieldsWith(record, '200')
  const part = (code: string) => subfieldsOf(field, code)[0] ?? ''
  const named = [part('h'), part('i')].filter(Boolean).join(', ')
  const whole = [part('a'), part('e')].filter(Boolean).join(': ')
  return cleanSentence([whole, named].filter(Boolean).join('. '))
}

/** Surname in `a`, the rest of the name in `b`. */
function authorOf(record: MarcRecord): string {
  const [field] = fieldsWith(record, '700', '701', '710', '702')
  const parts = ['b', 'a'].map((code) => subfieldsOf(field, code)[0]?.replace(/^,|,$/g, '').trim() ?? '')
  return parts.filter(Boolean).join(' ')
}
