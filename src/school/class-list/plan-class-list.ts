import { fold } from '#base/lib/search/fold.ts'
import type { ClassListChoices, ClassOfFile, PlannedResult, RefusalReason } from './class-list.schema.ts'
import { matchPeople, type Known, type Match } from './match-people.ts'
import { classKey } from './read/class-name.ts'
import { areOtherNames, nameKey, turnedNameKey } from './read/person-name.ts'
import type { Person } from './read/read-person.ts'

/** A class or group of the library. */
export interface KnownGroup {
  id: string
  name: string
  kind: 'class' | 'staff' | 'member' | 'left'
  nextGroupId: string | null
}

/** What the library has, against which a list is read. */
export interface Here {
  borrowers: readonly Known[]
  groups: readonly KnownGroup[]
  /** The numbers of copies, in capitals: no library card has one of them. */
  copyNumbers: ReadonlySet<string>
  /** The name of the group that is made for staff when the library has no group of staff. */
  staffName: string
}

/** What becomes of a row. */
export interface PlannedRow {
  at: number
  row: number
  result: PlannedResult
  reason: RefusalReason | null
  /** The row of the file that this one repeats. */
  otherRow: number | null
  borrowerId: string | null
  /** Who it may be, where that has to be asked. */
  candidates: string[]
  /** What is written; without the fields that stay as they are. */
  input: { name?: string; className?: string; groupId?: string; schoolNumber?: string; card?: string; email?: string }
  person: Person
  notes: string[]
  isLeftOut: boolean
}

export interface ClassListPlan {
  rows: PlannedRow[]
  /** Borrowers of the classes of the file who are not in it. */
  absent: string[]
  classes: ClassOfFile[]
  /** Most of those who are here are absent, or move to the class before: the list of another year. */
  isDoubtful: boolean
}

/** What the rows of a list of people would do to the library. Changes nothing, and gives the same for the same. */
export function planClassList(people: readonly Person[], here: Here, choices: ClassListChoices): ClassListPlan {
  const classes = placeClasses(people, here, choices)
  const classOf = (person: Person) => classes.get(classNameOf(person, here))
  const { matches, claimed } = matchPeople(
    people,
    here.borrowers,
    (person) => classOf(person)?.groupId ?? null,
    choices,
  )
  const owners = new Map(here.borrowers.map(({ card, id }) => [card.toUpperCase(), id]))
  const cards = new Map<string, number>()
  const rows = people.map((person): PlannedRow => {
    const match = matches.get(person.at) ?? { kind: 'refused', reason: 'unreadable' }
    const planned = planRow(person, match, classOf(person))
    const choice = choices.rows[person.at]
    const reason = refusalOf(planned, owners, here.copyNumbers, cards)
    return {
      ...planned,
      ...(reason && { result: 'refused' as const, reason }),
      isLeftOut: choice === 'leave',
    }
  })
  const touched = new Set([...classes.values()].flatMap(({ groupId }) => groupId ?? []))
  const members = here.borrowers.filter(({ groupId }) => groupId !== null && touched.has(groupId))
  const absent = members.filter(({ id }) => !claimed.has(id))
  suggestClasses(rows, classes, here)
  return {
    rows,
    absent: absent.map(({ id }) => id),
    classes: [...classes.values()],
    isDoubtful: areMost(countOwn(absent), countOwn(members)) || movesBack(rows, here),
  }
}

/** How many are no samples: no list of a school has those, so that they are absent says nothing of the list. */
const countOwn = (borrowers: readonly Known[]): number => borrowers.filter(({ isSample }) => !isSample).length

/** Few are no sign: a class of three may well change whole. */
const FEW = 5
const areMost = (count: number, of: number): boolean => count >= FEW && count * 2 > of

/** Whether most go to the class from which their class has come. */
function movesBack(rows: readonly PlannedRow[], { groups, borrowers }: Here): boolean {
  const next = new Map(groups.map(({ id, nextGroupId }) => [id, nextGroupId]))
  const groupOf = new Map(borrowers.map(({ id, groupId }) => [id, groupId]))
  const found = rows.filter(({ borrowerId, result }) => borrowerId !== null && result !== 'new')
  const back = found.filter(
    ({ result, input, borrowerId }) =>
      result === 'moved' && input.groupId !== undefined && next.get(input.groupId) === groupOf.get(borrowerId ?? ''),
  )
  return areMost(back.length, found.length)
}

const classNameOf = ({ isStaff, className }: Person, { groups, staffName }: Here): string =>
  isStaff ? (groups.find(({ kind }) => kind === 'staff')?.name ?? staffName) : className

/** The classes that the rows name, each with the group that it is, if that is here. */
function placeClasses(people: readonly Person[], here: Here, choices: ClassListChoices): Map<string, ClassOfFile> {
  const found = new Map<string, ClassOfFile>()
  const byName = new Map(here.groups.map((group) => [fold(group.name), group]))
  const byKey = Map.groupBy(here.groups, ({ name }) => classKey(name))
  for (const person of people) {
    const name = classNameOf(person, here)
    if (name === '' || person.fault) continue
    const known = found.get(name)
    if (known) {
      known.rows += 1
      continue
    }
    const alike = byKey.get(classKey(name)) ?? []
    const exact = byName.get(fold(name)) ?? (alike.length === 1 ? alike[0] : undefined)
    const chosen = choices.classes[name]
    const group = chosen === undefined ? exact : here.groups.find(({ id }) => id === chosen)
    found.set(name, {
      name,
      groupId: group?.id ?? null,
      isHere: exact !== undefined,
      isStaff: person.isStaff ?? false,
      rows: 1,
      suggestedId: null,
    })
  }
  // Two writings of a class that is not here are one class.
  const made = new Map<string, string>()
  for (const one of found.values()) {
    if (one.groupId !== null) continue
    const key = classKey(one.name)
    const first = made.get(key)
    if (first === undefined) made.set(key, one.name)
    else one.sameAs = first
  }
  return found
}

/** For a class that would be made: the class here, not named by the file, in which most of its people are. It may have been renamed. */
function suggestClasses(
  rows: readonly PlannedRow[],
  classes: ReadonlyMap<string, ClassOfFile>,
  { borrowers }: Here,
): void {
  const groupOf = new Map(borrowers.map(({ id, groupId }) => [id, groupId]))
  const touched = new Set([...classes.values()].map(({ groupId }) => groupId))
  for (const one of classes.values()) {
    if (one.groupId !== null) continue
    const counts = new Map<string, number>()
    for (const { input, borrowerId, result } of rows) {
      const from = groupOf.get(borrowerId ?? '')
      if (result === 'moved' && input.className === one.name && from && !touched.has(from))
        counts.set(from, (counts.get(from) ?? 0) + 1)
    }
    const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
    if (best && best[1] * 2 > one.rows) one.suggestedId = best[0]
  }
}

function planRow(person: Person, match: Match, place: ClassOfFile | undefined): PlannedRow {
  const { at, row, notes } = person
  const base = {
    at,
    row,
    reason: null,
    otherRow: null,
    candidates: [],
    borrowerId: null,
    input: {},
    person,
    notes,
    isLeftOut: false,
  }
  const inClass =
    place && (place.groupId === null ? { className: place.sameAs ?? place.name } : { groupId: place.groupId })
  switch (match.kind) {
    case 'refused':
      return { ...base, result: 'refused', reason: match.reason }
    case 'twice':
      return {
        ...base,
        result: 'twice',
        reason: match.reason,
        otherRow: match.otherRow ?? null,
        candidates: match.candidates,
      }
    case 'new':
      return {
        ...base,
        result: 'new',
        input: { ...given(person), name: person.name, ...inClass },
        candidates: match.candidates ?? [],
      }
    case 'known': {
      const { known } = match
      const input = { ...changesOf(person, known), ...(place && place.groupId !== known.groupId && inClass) }
      const isMoved = input.groupId !== undefined || input.className !== undefined
      const isOther = areOtherNames(person.name, known.name)
      return {
        ...base,
        borrowerId: known.id,
        result: isMoved ? 'moved' : Object.keys(input).length > 0 ? 'changed' : 'same',
        input,
        notes: [...notes, ...(isOther ? ['other-name'] : []), ...(match.isByName ? ['by-name'] : [])],
        candidates: match.candidates ?? [],
      }
    }
  }
}

const given = ({ schoolNumber, card, email }: Person) => ({
  ...(schoolNumber !== '' && { schoolNumber }),
  ...(card !== '' && { card }),
  ...(email !== '' && { email }),
})

const isSameText = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()

/** The values that differ. What the list leaves empty stays, and a name that differs in its writing only. */
function changesOf(person: Person, known: Known): PlannedRow['input'] {
  const { name, schoolNumber, card, email } = person
  const isSameName = nameKey(name) === nameKey(known.name) || turnedNameKey(name) === turnedNameKey(known.name)
  return {
    ...(!isSameName && { name }),
    ...(schoolNumber !== '' && !isSameText(schoolNumber, known.schoolNumber) && { schoolNumber }),
    ...(card !== '' && !isSameText(card, known.card) && { card }),
    ...(email !== '' && !isSameText(email, known.email) && { email }),
  }
}

/** Why the numbers of a row cannot be had: a card of another borrower or row, a copy's label, a school number that is a card. */
function refusalOf(
  { at, result, borrowerId, input }: PlannedRow,
  owners: ReadonlyMap<string, string>,
  copyNumbers: ReadonlySet<string>,
  cards: Map<string, number>,
): RefusalReason | undefined {
  if (result === 'refused' || result === 'twice') return undefined
  const owner = owners.get(input.schoolNumber?.toUpperCase() ?? '')
  if (owner !== undefined && owner !== borrowerId) return 'number-is-card'
  if (input.schoolNumber !== undefined && copyNumbers.has(input.schoolNumber.toUpperCase())) return 'number-is-copy'
  const card = input.card?.toUpperCase()
  if (card === undefined) return undefined
  if (copyNumbers.has(card)) return 'card-is-copy'
  const cardOwner = owners.get(card)
  if ((cardOwner !== undefined && cardOwner !== borrowerId) || (cards.get(card) ?? at) !== at) return 'card-taken'
  cards.set(card, at)
  return undefined
}
