import { controlOf, fieldsWith, subfieldsOf, type MarcField, type MarcRecord } from './marc-record.ts'

/**
 * Where each field of a book stands in a record that Maktaba writes, and reads again as it is. A name is as it is spoken
 * (100, first indicator 0). A test fails for a field without its line.
 */
export const OWN_PLACES = {
  author: { tag: '100', indicators: '0 ', code: 'a' },
  title: { tag: '245', indicators: '00', code: 'a' },
  publisher: { tag: '264', indicators: ' 1', code: 'b' },
  genre: { tag: '655', indicators: ' 4', code: 'a' },
} satisfies Record<string, Pick<MarcField, 'tag' | 'indicators'> & { code: string }>

/** What is read besides so that it can be shown and chosen. */
const SHOWN = ['isbn', 'year', 'language', 'subject', 'edition', 'call_number', 'control_number'] as const

type MarcColumn = keyof typeof OWN_PLACES | 'id' | (typeof SHOWN)[number]

/** The texts of a record by column. Fields that are not imported have no column. */
export type MarcCells = Partial<Record<MarcColumn, string>>

/** The columns of a MARC file. */
export const marcHeader: readonly string[] = [
  ...new Set(['title', 'author', 'publisher', 'genre', ...Object.keys(OWN_PLACES), 'id', ...SHOWN]),
]

/** The code of Maktaba's own records in 003: only there 001 is a book's id. */
export const OWN_CODE = 'Maktaba'

export const isOwn = (record: MarcRecord): boolean => controlOf(record, '003') === OWN_CODE

/** What a record of Maktaba says, as it was written. */
export const readOwn = (record: MarcRecord): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(OWN_PLACES).map(([field, { tag, code }]) => [
      field,
      subfieldsOf(fieldsWith(record, tag)[0], code)[0] ?? '',
    ]),
  ),
  id: controlOf(record, '001'),
})
