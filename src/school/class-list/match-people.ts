import type { ClassListChoices, RefusalReason } from './class-list.schema.ts'
import { nameKey, turnedNameKey } from './read/person-name.ts'
import type { Person } from './read/read-person.ts'

/** A borrower of the library, as far as a list can tell. */
export interface Known {
  id: string
  name: string
  groupId: string | null
  schoolNumber: string
  card: string
  email: string
  /** One of those that a new library begins with, unchanged. */
  isSample?: boolean
}

/** Whom a row is about. */
export type Match =
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'twice'; reason: RefusalReason; otherRow?: number; candidates: string[] }
  | { kind: 'new'; candidates?: string[] }
  | { kind: 'known'; known: Known; isByName?: boolean; candidates?: string[] }

type GroupOf = (person: Person) => string | null

const key = (text: string): string => text.toUpperCase()

/**
 * Finds the borrower of each row: by the school number, else by the library card, else by name and class. A name that is found in
 * another class alone is a question, unless that class is in the list too, or it is chosen for all; so is a name that is there
 * twice. Returns also the ids of the borrowers that a row is about, or may be.
 */
export function matchPeople(
  people: readonly Person[],
  borrowers: readonly Known[],
  groupOf: GroupOf,
  choices: ClassListChoices,
): { matches: Map<number, Match>; claimed: Set<string> } {
  const matches = new Map<number, Match>()
  const claimed = new Set<string>()
  const claim = (at: number, known: Known, more: { isByName?: boolean; candidates?: string[] } = {}) => {
    claimed.add(known.id)
    matches.set(at, { kind: 'known', known, ...more })
  }
  const byId = new Map(borrowers.map((one) => [one.id, one]))
  const byNumber = new Map(borrowers.flatMap((one) => (one.schoolNumber === '' ? [] : [[key(one.schoolNumber), one]])))
  const byCard = new Map(borrowers.map((one) => [key(one.card), one]))

  const byName: Person[] = []
  const seen = new Map<string, Person>()
  for (const person of people) {
    const { at, fault, schoolNumber, card, name } = person
    if (fault) {
      matches.set(at, { kind: 'refused', reason: fault })
      continue
    }
    const number = schoolNumber === '' ? '' : key(schoolNumber)
    const before = number === '' ? undefined : seen.get(number)
    if (before) {
      matches.set(at, { kind: 'twice', reason: 'number-twice', otherRow: before.row, candidates: [] })
      continue
    }
    if (number !== '') seen.set(number, person)
    const chosen = byId.get(choices.rows[at] ?? '')
    if (chosen && !claimed.has(chosen.id)) claim(at, chosen)
    else if (byNumber.has(number)) takeNumbered(person, byNumber.get(number))
    else {
      const holder = card === '' ? undefined : byCard.get(key(card))
      const isHolder =
        holder &&
        !claimed.has(holder.id) &&
        (number === '' || (holder.schoolNumber === '' && nameKey(holder.name) === nameKey(name)))
      if (isHolder) claim(at, holder)
      else byName.push(person)
    }
  }

  function takeNumbered(person: Person, known: Known | undefined): void {
    if (known && !claimed.has(known.id)) claim(person.at, known)
    else matches.set(person.at, { kind: 'twice', reason: 'number-twice', candidates: [] })
  }

  const places = new Set([
    ...people.flatMap((person) => (person.fault ? [] : (groupOf(person) ?? []))),
    ...leaving(borrowers, byName),
  ])
  const named = new Map<string, Known[]>()
  for (const one of borrowers)
    for (const name of new Set([nameKey(one.name), turnedNameKey(one.name)]))
      named.set(name, [...(named.get(name) ?? []), one])
  /** Borrowers of the name of a row who may be the same: not one who has another number. */
  const alike = ({ name, schoolNumber }: Person): Known[] =>
    [...new Set([...(named.get(nameKey(name)) ?? []), ...(named.get(turnedNameKey(name)) ?? [])])].filter(
      (one) => !claimed.has(one.id) && (schoolNumber === '' || one.schoolNumber === ''),
    )

  /** The rows of one name and class, in their order. */
  const sets = Map.groupBy(
    byName,
    (person) => `${person.isStaff ? 'staff' : ''}\0${groupOf(person) ?? person.className}\0${nameKey(person.name)}`,
  )
  const elsewhere: Person[][] = []
  for (const set of sets.values()) {
    const [first] = set
    if (!first) continue
    const group = groupOf(first)
    // Where the list has no classes, a name is looked for in all.
    const candidates = alike(first).filter(
      ({ groupId }) => (first.className === '' && !first.isStaff) || groupId === group,
    )
    if (candidates.length === 0) elsewhere.push(set)
    else matchSet(set, candidates)
  }
  for (const ofName of Map.groupBy(elsewhere, ([first]) => nameKey(first?.name ?? '')).values()) matchElsewhere(ofName)
  return { matches, claimed }

  /** The rows of a name in a class of which there is at least one borrower. */
  function matchSet(set: readonly Person[], candidates: readonly Known[]): void {
    const byEmail = new Map(candidates.flatMap((one) => (one.email === '' ? [] : [[key(one.email), one] as const])))
    for (const { at, email } of set) {
      const known = email === '' ? undefined : byEmail.get(key(email))
      if (known && !claimed.has(known.id)) claim(at, known)
    }
    const rows = set.filter(({ at }) => !matches.has(at))
    const free = candidates.filter(({ id }) => !claimed.has(id))
    const isSure = rows.length === 1 && free.length === 1
    const saysNothing = rows.every(({ schoolNumber, email, card }) => schoolNumber + email + card === '')
    if (!isSure && !saysNothing && free.length > 0) {
      // Which of them is which cannot be told: none of them is absent, and each row is asked.
      for (const { id } of free) claimed.add(id)
      const ids = free.map(({ id }) => id)
      for (const person of rows) ask(person, { kind: 'twice', reason: 'several-here', candidates: ids })
      return
    }
    for (const [index, person] of rows.entries()) {
      const known = free[index]
      if (known && choices.rows[person.at] !== 'new') claim(person.at, known)
      else if (known) matches.set(person.at, { kind: 'new' })
      else ask(person, { kind: 'twice', reason: 'name-twice', candidates: [], ...otherRowOf(person, set) })
    }
  }

  /** The rows of a name that their classes do not have, those of each class together. */
  function matchElsewhere(ofClasses: readonly (readonly Person[])[]): void {
    const [first, ...others] = ofClasses.flat()
    if (!first) return
    const candidates = alike(first)
    const [known] = candidates
    const ids = candidates.map(({ id }) => id)
    const isOne = others.length === 0 && candidates.length === 1
    const isOnTheWay = known !== undefined && (known.groupId === null || places.has(known.groupId))
    if (!known) for (const set of ofClasses) takeAsNew(set, [])
    else if (isOne && choices.rows[first.at] !== 'new' && (isOnTheWay || choices.sameNames === 'same'))
      claim(first.at, known, { isByName: true, candidates: ids })
    else if (!isOnTheWay && choices.sameNames === 'new') for (const set of ofClasses) takeAsNew(set, ids)
    else {
      for (const { id } of candidates) claimed.add(id)
      for (const person of ofClasses.flat())
        ask(person, { kind: 'twice', reason: isOne ? 'same-name-elsewhere' : 'several-here', candidates: ids })
    }
  }

  /** New people; of one name in one class only the first, and those with another number or day of birth. */
  function takeAsNew(set: readonly Person[], candidates: string[]): void {
    const [first, ...others] = set
    if (first) matches.set(first.at, { kind: 'new', candidates })
    for (const person of others) {
      const hasNumbers = person.schoolNumber !== '' && first?.schoolNumber !== ''
      const isRepeated = !hasNumbers && !isOfOtherBirth(person, set)
      if (isRepeated) ask(person, { kind: 'twice', reason: 'name-twice', candidates: [], ...otherRowOf(person, set) })
      else matches.set(person.at, { kind: 'new', candidates })
    }
  }

  function ask(person: Person, question: Match): void {
    matches.set(person.at, choices.rows[person.at] === 'new' ? { kind: 'new' } : question)
  }
}

const isOfOtherBirth = (person: Person, set: readonly Person[]): boolean =>
  person.birth !== '' && set.every((one) => one === person || (one.birth !== '' && one.birth !== person.birth))

const otherRowOf = ({ at }: Person, set: readonly Person[]): { otherRow?: number } => {
  const before = set.find((one) => one.at < at)
  return before ? { otherRow: before.row } : {}
}

const FEW = 5

/** The groups of which most are in the list under another class: they go there together, as at the end of a year. */
function leaving(borrowers: readonly Known[], rows: readonly Person[]): string[] {
  const names = new Set(rows.flatMap(({ name }) => [nameKey(name), turnedNameKey(name)]))
  return [...Map.groupBy(borrowers, ({ groupId }) => groupId)].flatMap(([groupId, members]) => {
    const found = members.filter(({ name }) => names.has(nameKey(name)) || names.has(turnedNameKey(name)))
    return groupId !== null && found.length >= FEW && found.length * 2 > members.length ? [groupId] : []
  })
}
