import type { FileColumn } from '../file-table.ts'
import { OWN_CODE, OWN_PLACES } from './marc-header.ts'
import type { MarcField, MarcRecord } from './marc-record.ts'

/** Lengths are left open; UTF-8, a book, and no ISBD punctuation between subfields (18). */
const LEADER_TEXT = '00000nam a2200000uc 4500'
/** The coded data of 008 are unknown; `|` is the fill character. */
const FIXED = '||||||||||||||||||||||||||||||||||||||||'

/** A row as a record of MARC 21, its fields in the order of their tags. */
export function ownRecord(columns: readonly FileColumn[], cells: readonly string[]): MarcRecord {
  const textOf = (name: string) => plain(cells[columns.findIndex(({ field }) => field === name)] ?? '')
  const fields = Object.entries(OWN_PLACES).flatMap(([field, { tag, indicators, code }]): MarcField[] => {
    const text = textOf(field)
    return text === '' ? [] : [{ tag, indicators, text: '', subfields: [[code, text]] }]
  })
  fields.sort((one, other) => one.tag.localeCompare(other.tag))
  const id = textOf('id')
  const controls = [...(id === '' ? [] : [control('001', id)]), control('003', OWN_CODE), control('008', FIXED)]
  return { leader: LEADER_TEXT, fields: [...controls, ...fields] }
}

const control = (tag: string, text: string): MarcField => ({ tag, indicators: '', text, subfields: [] })

/** Removes characters that neither ISO 2709 nor XML can contain. */
const plain = (text: string): string => text.replace(/[\u0000-\u001F\uFFFE\uFFFF]/g, '').toWellFormed()
