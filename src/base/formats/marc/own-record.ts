import type { FileColumn } from '#base/csv/written-table.ts'
import * as z from 'zod/mini'
import { splitList } from '#base/lib/list-cell.ts'
import { itemField, itemsOfCells } from './item-fields.ts'
import { OWN_CODE, OWN_PLACES, ownPlaces } from './marc-header.ts'
import type { MarcField, MarcRecord } from './marc-record.ts'

/** Lengths are left open; UTF-8, a book, and no ISBD punctuation between subfields (18). */
const LEADER_TEXT = '00000nam a2200000uc 4500'
/** The coded data of 008 are unknown but for the year; `|` is the fill character. */
const fixed = (year: string): string => `||||||${/^\d{4}$/.test(year) ? `s${year}    ` : '|||||||||'}${'|'.repeat(25)}`

/** A row as a record of MARC 21, its fields in the order of their tags. */
export function ownRecord(columns: readonly FileColumn[], cells: readonly string[]): MarcRecord {
  const cellOf = (name: string) => cells[columns.findIndex(({ field }) => field === name)] ?? ''
  const textOf = (name: string) => plain(cellOf(name))
  const items = itemsOfCells(textOf)
  const fields: MarcField[] = []
  for (const [field, { tag, indicators, code, repeats }] of ownPlaces) {
    if (field === 'shelfMark' && items.length > 0) {
      fields.push(...items.map((item) => itemField(item, textOf(field))))
      continue
    }
    if (field === 'details') {
      fields.push(...detailFields(cellOf(field)))
      continue
    }
    const texts = partsOf(cellOf(field), repeats).map(plain)
    const subfields = texts.flatMap((text) => (text === '' && texts.length === 1 ? [] : [[code, text] as const]))
    if (subfields.length === 0) continue
    if (repeats === 'field') fields.push(...subfields.map((one) => ({ tag, indicators, text: '', subfields: [one] })))
    else addSubfields(fields, { tag, indicators, text: '', subfields })
  }
  const id = textOf('id')
  const controls = [
    ...(id === '' ? [] : [control('001', id)]),
    control('003', OWN_CODE),
    control('008', fixed(textOf('year'))),
  ]
  return { leader: LEADER_TEXT, fields: [...controls, ...fields] }
}

const partsOf = (cell: string, repeats: 'field' | 'line' | undefined): string[] =>
  repeats === 'field' ? splitList(cell) : repeats === 'line' ? cell.split('\n') : [cell]

/** Two fields of a book may be parts of one field of the record. */
function addSubfields(fields: MarcField[], field: MarcField): void {
  const last = fields.at(-1)
  if (last?.tag === field.tag)
    fields[fields.length - 1] = { ...last, subfields: [...last.subfields, ...field.subfields] }
  else fields.push(LANGUAGE_SOURCE.tag === field.tag ? withSource(field) : field)
}

/** The code of a language is not one of MARC's own list: `$2` says whose it is. */
const LANGUAGE_SOURCE = { tag: OWN_PLACES.language.tag, code: 'rfc5646' }
const withSource = (field: MarcField): MarcField => ({
  ...field,
  subfields: [...field.subfields, ['2', LANGUAGE_SOURCE.code]],
})

const detailsCell = z.array(z.object({ name: z.string(), value: z.string() }))

/** The details of a book, a field each. */
export const detailFields = (cell: string): MarcField[] =>
  cell === ''
    ? []
    : detailsCell.parse(JSON.parse(cell)).map(({ name, value }) => ({
        tag: OWN_PLACES.details.tag,
        indicators: OWN_PLACES.details.indicators,
        text: '',
        subfields: [
          ['a', plain(name)],
          [OWN_PLACES.details.code, plain(value)],
        ],
      }))

const control = (tag: string, text: string): MarcField => ({ tag, indicators: '', text, subfields: [] })

/** Removes characters that neither ISO 2709 nor XML can contain. */
export const plain = (text: string): string => text.replace(/[\u0000-\u001F\uFFFE\uFFFF]/g, '').toWellFormed()
