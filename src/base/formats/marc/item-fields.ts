import { joinList, listOfJson, onceIfSame } from '#base/lib/list-cell.ts'
import { fieldsWith, subfieldsOf, type MarcField, type MarcRecord } from './marc-record.ts'

/** A copy as a field of a record says it; what it does not say is empty. */
export interface MarcItem {
  /** Empty where the field names none. */
  number: string
  place: string
  /** The state of the copy by Maktaba's name, or, as it was read, in another catalogue's own words. */
  condition: string
  note: string
  /** The day on which the copy was acquired. */
  day: string
}

/** Where a field has what it says of a copy, by the codes of its subfields. */
export interface ItemPlace {
  tag: string
  number: string
  /** Codes of subfields with the place, of which the first that is filled counts. */
  place: string
  note: string
  condition?: string
  /** States by the code of a subfield that says yes by anything but 0; the first that does counts. */
  flags?: Readonly<Record<string, string>>
  day?: string
  /** The day on which a loan is due, where the item is on loan. */
  due?: string
  /** Whether a field without a number is a copy: other catalogues use the tag for something else. */
  isCopy?: (field: MarcField) => boolean
  /** Only a text that looks like a scanned barcode counts as a number. */
  isScanned?: boolean
}

const has = (field: MarcField, codes: string): boolean => subfieldsOf(field, codes).some((text) => text !== '')

/**
 * MARC 21: the location of the standard (852), the items of Koha (952), those of Sirsi and others (949), of Innopac (945), and the
 * standard's items beside holdings (876). A state stands in 852 $q; for the day of acquisition 852 has only its note for the staff.
 */
export const MARC_21_ITEMS: readonly ItemPlace[] = [
  { tag: '852', number: 'p', place: 'cb', note: 'z', condition: 'q' },
  {
    tag: '952',
    number: 'p',
    place: 'ca',
    note: 'z',
    flags: { '0': 'withdrawn', '1': 'lost', '7': 'reference', '4': 'damaged' },
    day: 'd',
    due: 'q',
    // Without a number only a field whose $a is a branch, which is a code, is a copy.
    isCopy: (field) => subfieldsOf(field, 'a').some((text) => /^\S{1,10}$/.test(text)) && has(field, 'bcoy'),
  },
  { tag: '949', number: 'i', place: 'lm', note: '' },
  { tag: '945', number: 'i', place: 'l', note: '', isScanned: true },
  { tag: '876', number: 'p', place: 'l', note: '', isScanned: true },
]

/** UNIMARC: Recommandation 995, with the states of Koha, and the copies of PMB (996). */
export const UNIMARC_ITEMS: readonly ItemPlace[] = [
  {
    tag: '995',
    number: 'f',
    place: 'ecb',
    note: 'u',
    flags: { '3': 'withdrawn', '2': 'lost', '1': 'damaged' },
    day: '5',
    due: 'n',
    isCopy: (field) => has(field, 'bc') && has(field, 'kreho'),
  },
  { tag: '996', number: 'f', place: 'vx', note: 'u' },
]

/** What a scanner reads of most labels. */
const SCANNED = /^[A-Z]{0,4}\d{6,14}$/i

/** Where other catalogues have their items, each in a form of its own. */
const OTHER_ITEMS = /^(87[678]|9(05|19|45|49|52|85|86|91|95|96))$/

/** Whether a record has items that are not read: a number as scanners read it, where other catalogues have them. */
export function hasOtherItems(record: MarcRecord, places: readonly ItemPlace[]): boolean {
  const read = new Set(itemsOf(record, places).map(itemKey))
  return record.fields.some(({ tag, subfields }) => {
    const numbers = subfields.map(([, text]) => text.trim()).filter((text) => /^[A-Z]?\d{8,14}$/i.test(text))
    return OTHER_ITEMS.test(tag) && numbers.length > 0 && !numbers.some((number) => read.has(itemKey({ number })))
  })
}

/** What the state of an item on loan is called. */
const ON_LOAN = 'on loan'

/** The note for the staff by which Maktaba says on which day a copy was acquired. */
export const ACQUIRED_NOTE = /^acquired (\d{4}-\d\d-\d\d)$/

/** The copies that a field says: one for each of its numbers, or one without. */
export function itemsIn(field: MarcField, at: ItemPlace): MarcItem[] {
  const first = (codes: string) => subfieldsOf(field, codes).find((text) => text !== '') ?? ''
  const isSet = (code: string) => !/^0*$/.test(first(code))
  const flag = Object.entries(at.flags ?? {}).find(([code]) => isSet(code))?.[1]
  const place = [...at.place].map(first).find((text) => text !== '') ?? ''
  const noted = subfieldsOf(field, 'x').flatMap((text) => ACQUIRED_NOTE.exec(text)?.[1] ?? [])[0]
  const numbers = subfieldsOf(field, at.number).filter((number) => number !== '')
  const read = at.isScanned ? numbers.filter((number) => SCANNED.test(number)) : numbers
  return (numbers.length === 0 && at.isCopy?.(field) ? [''] : read).map((number) => ({
    number,
    place,
    condition: flag ?? (at.condition ? first(at.condition) : at.due && first(at.due) !== '' ? ON_LOAN : ''),
    note: at.note && subfieldsOf(field, at.note).filter(Boolean).join(' – '),
    day: at.day ? first(at.day) : at.tag === OWN_ITEM.tag ? (noted ?? '') : '',
  }))
}

/** The copies that a record says, each number once. */
function itemsOf(record: MarcRecord, places: readonly ItemPlace[]): MarcItem[] {
  const items = places.flatMap((at) => fieldsWith(record, at.tag).flatMap((field) => itemsIn(field, at)))
  const keyed = items.map((item, at) => [item.number === '' ? at : itemKey(item), item] as const)
  return [...new Map(keyed.toReversed()).values()].toReversed()
}

/** A number without regard to case and spaces. */
export const itemKey = ({ number }: Pick<MarcItem, 'number'>): string => number.replace(/\s/g, '').toUpperCase()

/** The columns of copies, by what they say. */
const COLUMNS = {
  number: 'copyNumber',
  place: 'copyPlace',
  condition: 'copyCondition',
  note: 'copyNote',
  day: 'copyAcquired',
} as const satisfies Record<keyof MarcItem, string>
export type ItemColumn = (typeof COLUMNS)[keyof MarcItem]
export const ITEM_COLUMNS: readonly ItemColumn[] = Object.values(COLUMNS)

/** The cells of the copies of a record: their numbers, and what else is said of each, or once of all. */
export function itemCells(record: MarcRecord, places: readonly ItemPlace[]): Partial<Record<ItemColumn, string>> {
  const items = itemsOf(record, places)
  if (items.length === 0) return {}
  const cell = (key: keyof MarcItem) => joinList(onceIfSame(items.map((item) => item[key])))
  const numbers = items.map(({ number }) => number)
  return {
    // A comma or a space would part them, and one without a number would get lost.
    copyNumber: numbers.every((number) => /^[\w-]+$/.test(number)) ? joinList(numbers) : JSON.stringify(numbers),
    copyPlace: cell('place'),
    copyCondition: cell('condition'),
    copyNote: cell('note'),
    copyAcquired: cell('day'),
  }
}

const nth = (texts: string[] = [], at: number): string => (texts.length === 1 ? texts[0] : texts[at]) ?? ''

/** The copies that cells of an export say. */
export function itemsOfCells(cellOf: (column: ItemColumn) => string): MarcItem[] {
  const listOf = (column: ItemColumn) => listOfJson(cellOf(column)) ?? cellOf(column).split('; ')
  const [numbers, places, conditions, notes, days] = ITEM_COLUMNS.map(listOf)
  return (numbers ?? [])
    .filter((number) => number !== '')
    .map((number, at) => ({
      number,
      place: nth(places, at),
      condition: nth(conditions, at).replace(/^ok$/, ''),
      note: nth(notes, at),
      day: nth(days, at),
    }))
}

/** Where Maktaba writes a copy. */
const OWN_ITEM = { tag: '852', indicators: '8 ' }

/** The field of a copy, with its shelf mark. */
export function itemField({ number, place, condition, note, day }: MarcItem, shelfMark = ''): MarcField {
  const subfields = [
    ['c', place],
    ['h', shelfMark],
    ['p', number],
    ['q', condition],
    ['x', day && `acquired ${day}`],
    ['z', note],
  ] as const
  return { ...OWN_ITEM, text: '', subfields: subfields.filter(([, text]) => text !== '') }
}
