import type { FileColumn } from '../file-table.ts'
import { OWN_CODE } from './marc-header.ts'
import type { MarcField, MarcRecord } from './marc-record.ts'

/** Lengths are left open; UTF-8, a book, and no ISBD punctuation between subfields (18). */
const LEADER_TEXT = '00000nam a2200000uc 4500'
/** The coded data of 008 are unknown; `|` is the fill character. */
const FIXED = '||||||||||||||||||||||||||||||||||||||||'

/** Where a field of a book is written. A name is as it is spoken (100, first indicator 0). */
const PLACES: Readonly<Record<string, Pick<MarcField, 'tag' | 'indicators'> & { code: string }>> = {
  author: { tag: '100', indicators: '0 ', code: 'a' },
  title: { tag: '245', indicators: '00', code: 'a' },
  publisher: { tag: '264', indicators: ' 1', code: 'b' },
  genre: { tag: '655', indicators: ' 4', code: 'a' },
}

/** A row as a record of MARC 21, its fields in the order of their tags. */
export function ownRecord(columns: readonly FileColumn[], cells: readonly string[]): MarcRecord {
  const textOf = (name: string) => plain(cells[columns.findIndex(({ field }) => field === name)] ?? '')
  const fields = Object.entries(PLACES).flatMap(([field, { tag, indicators, code }]): MarcField[] => {
    const text = textOf(field)
    return text === '' ? [] : [{ tag, indicators, text: '', subfields: [[code, text]] }]
  })
  const id = textOf('id')
  const controls = [...(id === '' ? [] : [control('001', id)]), control('003', OWN_CODE), control('008', FIXED)]
  return { leader: LEADER_TEXT, fields: [...controls, ...fields] }
}

const control = (tag: string, text: string): MarcField => ({ tag, indicators: '', text, subfields: [] })

/** Removes characters that neither ISO 2709 nor XML can contain. */
const plain = (text: string): string => text.replace(/[\u0000-\u001F\uFFFE\uFFFF]/g, '').toWellFormed()
