import { controlOf, type MarcRecord } from './marc-record.ts'

/** The columns of a MARC file. Those after the genre are read so that they can be shown and chosen. */
export const marcHeader = [
  'title',
  'author',
  'publisher',
  'genre',
  'id',
  'isbn',
  'year',
  'language',
  'subject',
  'edition',
  'call_number',
  'control_number',
] as const

export type MarcCells = Record<(typeof marcHeader)[number], string>

/** The code of Maktaba's own records in 003: only there 001 is a book's id. */
export const OWN_CODE = 'Maktaba'

export const isOwn = (record: MarcRecord): boolean => controlOf(record, '003') === OWN_CODE
