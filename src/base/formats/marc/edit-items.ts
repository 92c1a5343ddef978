import { isDeepStrictEqual } from 'node:util'
import { addField, replaceField, withSubfields, withText } from './edit-fields.ts'
import {
  ACQUIRED_NOTE,
  itemField,
  itemsIn,
  itemKey,
  MARC_21_ITEMS,
  type ItemPlace,
  type MarcItem,
} from './item-fields.ts'
import { readMarc21 } from './marc-21.ts'
import { fieldsWith, subfieldsOf, type MarcField, type MarcRecord } from './marc-record.ts'

/**
 * A record of another catalogue with the copies that its book has now. A field whose copy is as it says stays; one of which
 * something changed gets that; others are added. Of numbers that are no copies of the book, those that the import has `read` go: the
 * copies were deleted, or are another book's. `asRead` is what an import makes of a copy in a record.
 */
export function editItems(
  given: MarcRecord,
  copies: readonly MarcItem[],
  read: readonly string[],
  asRead: (item: MarcItem) => MarcItem,
): MarcRecord {
  const isSame = (item: MarcItem, copy: MarcItem): boolean =>
    itemKey(item) === itemKey(copy) && isDeepStrictEqual({ ...asRead(item), number: '' }, { ...copy, number: '' })
  const known = new Map(copies.map((copy) => [itemKey(copy), copy]))
  const open = new Map(known)
  const former = new Set(read.map((number) => itemKey({ number })))
  const unnumbered: [field: MarcField, at: ItemPlace][] = []
  let record = given
  for (const at of MARC_21_ITEMS)
    for (const field of fieldsWith(given, at.tag)) {
      let edited = field
      const items = itemsIn(field, at)
      if (items.some(({ number }) => number === '')) {
        unnumbered.push([field, at])
        continue
      }
      for (const item of items) {
        const key = itemKey(item)
        const copy = known.get(key)
        const isShared = subfieldsOf(edited, at.number).length > 1
        if (!copy || (isShared && !isSame(item, copy))) {
          if (copy || former.has(key)) edited = withoutNumber(edited, at, item.number)
          continue
        }
        const next = isSame(item, copy) ? edited : withItem(edited, at, copy)
        // What the field has no place for stands in one of our own, which is read before it.
        if (!open.has(key) || !itemsIn(next, at).some((one) => isSame(one, copy))) continue
        open.delete(key)
        edited = next
      }
      if (edited !== field) record = putItem(record, field, edited, at)
    }
  // The import has given a number to each.
  for (const [field, at] of former.has('') ? unnumbered : []) {
    const [copy] = open.values()
    if (!copy) {
      record = putItem(record, field, field, at)
      continue
    }
    const numbered = withItem({ ...field, subfields: [...field.subfields, [at.number, copy.number]] }, at, copy)
    record = replaceField(record, field, numbered)
    if (itemsIn(numbered, at).some((one) => isSame(one, copy))) open.delete(itemKey(copy))
  }
  return [...open.values()].reduce((before, copy) => addField(before, itemField(copy)), record)
}

/**
 * Puts a changed field in the place of one; without a number it stays only where the shelf mark is read from it, and with nothing else
 * where it would be a copy without a number.
 */
function putItem(record: MarcRecord, field: MarcField, edited: MarcField, at: ItemPlace): MarcRecord {
  if (subfieldsOf(edited, at.number).length > 0) return replaceField(record, field, edited)
  const without = replaceField(record, field, undefined)
  const isRead = readMarc21(without).shelfMark !== readMarc21(record).shelfMark
  const isShelf = ([code]: MarcField['subfields'][number]) => !at.isCopy || 'hijo'.includes(code)
  return isRead ? replaceField(record, field, { ...edited, subfields: edited.subfields.filter(isShelf) }) : without
}

const withoutNumber = (field: MarcField, at: ItemPlace, number: string): MarcField => ({
  ...field,
  subfields: field.subfields.filter(([code, text]) => code !== at.number || text.trim() !== number),
})

/** A field that says what its copy is now. */
function withItem(field: MarcField, at: ItemPlace, { place, condition, note, day }: MarcItem): MarcField {
  const [before] = itemsIn(field, at)
  let edited = field
  if (before?.place !== place) {
    const code = [...at.place].find((one) => subfieldsOf(field, one).some(Boolean)) ?? at.place.slice(0, 1)
    edited = place === '' ? withSubfields(edited, at.place, []) : withText(edited, code, place)
  }
  if (at.note !== '' && before?.note !== note)
    edited = withSubfields(edited, at.note, note === '' ? [] : [[at.note, note]])
  if (at.condition && before?.condition !== condition) edited = withText(edited, at.condition, condition)
  if (at.flags && before?.condition !== condition) {
    for (const code of Object.keys(at.flags)) edited = withText(edited, code, '')
    const code = Object.entries(at.flags).find(([, one]) => one === condition)?.[0]
    if (code !== undefined) edited = withText(edited, code, '1')
  }
  if (before?.day === day) return edited
  if (at.day) return withText(edited, at.day, day)
  const others = edited.subfields.filter(([code, text]) => code !== 'x' || !ACQUIRED_NOTE.test(text.trim()))
  return { ...edited, subfields: day === '' ? others : [...others, ['x', `acquired ${day}`]] }
}
