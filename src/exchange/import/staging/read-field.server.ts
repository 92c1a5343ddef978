import { readLanguage } from '#base/i18n/read-language.server.ts'
import { findIsbns } from '#base/lib/isbn.ts'
import { splitList } from '#base/lib/list-cell.ts'
import { readPages, readYear } from '#base/lib/read-number.ts'
import { detailsSchema, ISBNS_MAX, SUBJECTS_MAX, yearMax, YEAR_MIN } from '#catalogue/book/book-fields.schema.ts'
import { SUBJECT_MAX } from '#catalogue/book/search/book-search.schema.ts'
import { cutText } from '#base/formats/text/stored-text.ts'
import { readCell } from './import-cell.server.ts'

/** What a cell says: the value of its field, and what of it could not be read. */
interface ReadField {
  value?: unknown
  left?: string
}

const readWith =
  <Value>(read: (text: string) => Value | undefined) =>
  (text: string): ReadField => {
    const value = read(text)
    return value === undefined ? { left: text } : { value }
  }

function readIsbns(text: string): ReadField {
  // LibraryThing writes `[]` for a book without an ISBN.
  if (!/[\p{L}\p{N}]/u.test(text)) return {}
  const { isbns, wrong } = findIsbns(text)
  const left = [...wrong, ...isbns.slice(ISBNS_MAX)].join('; ')
  return {
    ...(isbns.length > 0 && { value: isbns.slice(0, ISBNS_MAX) }),
    ...(left !== '' && { left }),
    ...(isbns.length === 0 && { left: text }),
  }
}

function readSubjects(text: string): ReadField {
  // Headings of American catalogues end with a full stop.
  const subjects = splitList(text).map((subject) => subject.replace(/(?<=\p{Ll}{2})\.$/u, ''))
  const value = subjects.slice(0, SUBJECTS_MAX).map((subject) => cutText(subject, SUBJECT_MAX).trim())
  const left = subjects.slice(SUBJECTS_MAX).join('; ')
  return { value, ...(left !== '' && { left }) }
}

/** Reads details as exports of JSON lines and MARC have them: as JSON. */
function readDetails(text: string): ReadField {
  try {
    return { value: detailsSchema.parse(JSON.parse(text)) }
  } catch {
    return { left: text }
  }
}

const inRange = (year: number | undefined): number | undefined =>
  year !== undefined && year >= YEAR_MIN && year <= yearMax() ? year : undefined

/** Of several languages the first that is one, also of codes in a row, as MARC had them: `engfre`. */
const firstLanguage = (text: string): string | undefined =>
  (/^([a-z]{3}){2,}$/.test(text) ? (text.match(/.{3}/g) ?? []) : text.split(/[;,/|&+]| (?:et|and|und|na|y|e) /))
    .map((name) => readLanguage(name.trim()))
    .find((code) => code !== undefined)

const READERS: Readonly<Record<string, (text: string) => ReadField>> = {
  isbn: readIsbns,
  year: readWith((text) => inRange(readYear(text))),
  language: readWith((text) => readLanguage(text) ?? firstLanguage(text)),
  pages: readWith(readPages),
  subjects: readSubjects,
  details: readDetails,
}

/** A function that reads the cells of a field as people and other programs write them. What cannot be read is left, and no reason to refuse a book. */
export const fieldReader = (field: string): ((text: string) => ReadField) =>
  READERS[field] ?? ((text) => ({ value: readCell(field, text) }))
