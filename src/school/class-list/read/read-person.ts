import { emailPattern } from '../class-list.schema.ts'
import type { FileRow } from '#base/formats/file-table.ts'
import { lendingNumberSchema } from '#base/lib/lending-number.schema.ts'
import { westernDigits } from '#base/lib/search/digits.ts'
import { fold } from '#base/lib/search/fold.ts'
import { asPlainLine, isPlainLine, isVisible } from '#base/lib/search/text.ts'
import { isPeopleHeader, type PeopleColumns } from './people-columns.ts'
import { fullName } from './person-name.ts'

/** The most characters that a borrower's fields may have. */
const LENGTHS = { name: 200, class: 100, schoolNumber: 50, email: 254 } as const

/** Why a row of the file is no person that can be taken in. */
type ReadFault = 'unreadable' | 'name-missing' | 'name-too-long' | 'class-too-long' | 'heading' | 'sum'

/** A row of a list of people. Empty texts stand for what the list does not say. */
export interface Person {
  /** Position among the rows, from 0. */
  at: number
  /** Line of a text file, or row of a sheet, from 1. */
  row: number
  name: string
  className: string
  /** The row is of a teacher or other staff, by the roles of a school's system. */
  isStaff?: boolean
  schoolNumber: string
  card: string
  email: string
  /** The day of birth as it is written: it tells two rows of one name apart, and is not kept. */
  birth: string
  fault?: ReadFault
  /** `left-out:` with a field, and what of it could not be read. */
  notes: string[]
  cells: string[]
}

/** Words of the row below a list that counts it. */
const SUM =
  /^(total|totaux|sum|somme|effectif|nombre|count|jumla|idadi|المجموع|مجموع|العدد|الإجمالي|اجمالي)\b|^(المجموع|مجموع|العدد|الاجمالي|اجمالي)/u

const line = (text: string | undefined): string => asPlainLine(text ?? '').replace(/\s+/g, ' ')

/** Reads a row of a list. `className` is the class of all rows where no column has one, `birthColumn` the index of days of birth. */
export function readPerson(
  { row, cells, fault }: FileRow,
  at: number,
  columns: PeopleColumns,
  className: string,
  birthColumn?: number,
): Person {
  const cell = (index: number | undefined): string => (index === undefined ? '' : line(cells[index]))
  const notes: string[] = []
  const person: Person = {
    at,
    row,
    name: fullName(cell(columns.name), cell(columns.firstName)),
    className: columns.class === undefined ? className : cell(columns.class),
    schoolNumber: westernDigits(cell(columns.schoolNumber)),
    card: '',
    email: cell(columns.email),
    birth: westernDigits(cell(birthColumn)),
    notes,
    cells: cells.map((text) => text.slice(0, LENGTHS.name)),
  }
  const found = fault ? 'unreadable' : faultOf(person, cells)
  if (found) return { ...person, fault: found }
  const card = lendingNumberSchema.safeParse(cell(columns.card))
  if (card.success) person.card = card.data
  else notes.push(`left-out:card:${cell(columns.card).slice(0, LENGTHS.schoolNumber)}`)
  if (person.schoolNumber.length > LENGTHS.schoolNumber || !isPlainLine(person.schoolNumber)) {
    notes.push(`left-out:schoolNumber:${person.schoolNumber.slice(0, LENGTHS.schoolNumber)}`)
    person.schoolNumber = ''
  }
  if (person.email !== '' && (!emailPattern.test(person.email) || person.email.length > LENGTHS.email)) {
    notes.push(`left-out:email:${person.email.slice(0, LENGTHS.email)}`)
    person.email = ''
  }
  return person
}

function faultOf({ name, className, cells }: Person, all: readonly string[]): ReadFault | undefined {
  const filled = all.map(line).filter(isVisible)
  if (filled.length > 1 && filled.every(isPeopleHeader)) return 'heading'
  if (
    SUM.test(fold(filled[0] ?? '')) &&
    filled.every((text) => SUM.test(fold(text)) || /^[:\s\p{N}.,]+$/u.test(text.replace(/^[^:]*:/, '')))
  )
    return 'sum'
  if (!isVisible(name) || !/[\p{L}\p{M}]/u.test(name)) return cells.length === 0 ? 'unreadable' : 'name-missing'
  if (name.length > LENGTHS.name || !isPlainLine(name)) return 'name-too-long'
  return className.length > LENGTHS.class || !isPlainLine(className) ? 'class-too-long' : undefined
}
