import { and, asc, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { beginsWord, wordsOf } from '#base/db/list/ranks.server.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { foldedWords, searchWords } from '#base/lib/search/fold-words.ts'
import { nameWritings } from '../shared/name-writings.ts'
import { CHOICES } from '../shared/find-numbers.server.ts'
import type { DeskChoice, DeskPerson } from '../desk-parts.schema.ts'
import { personColumns } from '../shared/desk-views.server.ts'

/**
 * The borrowers whose names have words that begin with each word of `name`, by name; words at the end or in front may
 * be of the name of their class (`ndiaye 5a` for class 5e A). The first nine, and how many there are.
 */
export async function findByName(tx: Queryable, name: string): Promise<{ people: DeskPerson[]; found: number }> {
  const groups = await tx.select({ id: borrowerGroup.id, name: borrowerGroup.name }).from(borrowerGroup)
  const isHit = or(...nameWritings(name).flatMap((writing) => conditions(writing, groups)))
  if (!isHit) return { people: [], found: 0 }
  const rows = await tx
    .select({ person: personColumns, found: sql<number>`(count(*) over ())::int` })
    .from(borrower)
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
    .where(isHit)
    .orderBy(asc(borrower.sortName), asc(borrower.id))
    .limit(CHOICES)
  return { people: rows.map(({ person }) => person), found: rows[0]?.found ?? 0 }
}

/** Whether a borrower has a name with these words, or with some of them and a class with the others. */
function conditions(text: string, groups: readonly { id: string; name: string }[]): SQL[] {
  const words = text.split(/\s+/).filter((word) => foldedWords(word).length > 0)
  const none: string[] = []
  const ways = [{ name: words, group: none }]
  for (let count = 1; count <= MOST_GROUP_WORDS && count < words.length; count++) {
    ways.push({ name: words.slice(0, -count), group: words.slice(-count) })
    ways.push({ name: words.slice(count), group: words.slice(0, count) })
  }
  return ways.flatMap(({ name, group }) => {
    const named = hasNameWords(name)
    if (group.length === 0) return named ?? []
    const ids = groups.filter((one) => isGroupCalled(one.name, group.join(' '))).map(({ id }) => id)
    return (ids.length > 0 && and(named, inArray(borrower.groupId, ids))) || []
  })
}

/** Words of a class in a search, at most: `5 e A`. */
const MOST_GROUP_WORDS = 3

function hasNameWords(words: readonly string[]): SQL | undefined {
  const searched = wordsOf(searchWords(words.join(' ')).join(' '))
  if (searched.length === 0) return undefined
  // The expression of the index `borrower_name_words_index`.
  const itsWords = sql`split_part(${borrower.allWords}, E'\\x1f', 1)`
  return and(...searched.map((word) => beginsWord(itsWords, word, '')))
}

/** The signs of a class by which it is called: folded, without spaces, and without the ending of an ordinal (5e, 6ème, 1st). */
const signsOf = (name: string): string[] => {
  const whole = foldedWords(name).join('')
  return [whole, whole.replace(/(\d)(?:eme|ere|er|e|st|nd|rd|th)(?=\p{L}|$)/gu, '$1')]
}

/** Whether words call a class: they begin its name; letters alone from three on, since a name may have one. */
function isGroupCalled(name: string, words: string): boolean {
  const called = signsOf(words).filter((signs) => /\d/.test(signs) || signs.length >= 3)
  return signsOf(name).some((signs) => called.some((one) => signs.startsWith(one)))
}

const nameOf = ({ person }: DeskChoice): string => `${person?.name}\n${person?.group}`

/** The school numbers of those choices that name and class do not tell apart. */
export async function withSchoolNumbers(tx: Transaction, choices: readonly DeskChoice[]): Promise<DeskChoice[]> {
  const twins = choices.filter((one) => choices.some((other) => other !== one && nameOf(other) === nameOf(one)))
  const ids = twins.flatMap(({ person }) => person?.id ?? [])
  if (ids.length === 0) return [...choices]
  const rows = await tx
    .select({ id: borrower.id, schoolNumber: borrower.schoolNumber })
    .from(borrower)
    .where(and(inArray(borrower.id, ids), ne(borrower.schoolNumber, '')))
  const numbers = new Map(rows.map(({ id, schoolNumber }) => [id, schoolNumber]))
  return choices.map((one) => {
    const schoolNumber = numbers.get(one.person?.id ?? '')
    return schoolNumber === undefined ? one : { ...one, schoolNumber }
  })
}
