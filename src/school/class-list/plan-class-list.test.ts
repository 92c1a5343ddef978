import { expect, test } from 'vitest'
import { DEFAULT_CLASS_LIST_CHOICES, type ClassListChoices } from './class-list.schema.ts'
import type { Known } from './match-people.ts'
import { planClassList, type Here, type KnownGroup } from './plan-class-list.ts'
import { findPeopleColumns, isOfBirth } from './read/people-columns.ts'
import { readPerson } from './read/read-person.ts'

const group = (name: string, more: Partial<KnownGroup> = {}): KnownGroup => ({
  id: `group ${name}`,
  name,
  kind: 'class',
  nextGroupId: null,
  ...more,
})

const known = (name: string, className: string, more: Partial<Known> = {}): Known => ({
  id: `${name} ${className} ${more.schoolNumber ?? ''}`.trim(),
  name,
  groupId: className === '' ? null : `group ${className}`,
  schoolNumber: '',
  card: `2${name}`,
  email: '',
  ...more,
})

const here = (borrowers: Known[], classes: (string | KnownGroup)[] = ['6A', '6B', '5A']): Here => ({
  borrowers,
  groups: classes.map((one) => (typeof one === 'string' ? group(one) : one)),
  copyNumbers: new Set(['10000045']),
  staffName: 'Staff',
})

/** A list of lines with semicolons, the first of which are the names of the columns. */
const listOf = (text: string, className = '') => {
  const [header = [], ...rows] = text
    .trim()
    .split('\n')
    .map((one) => one.trim().split(';'))
  const columns = findPeopleColumns(header)
  const birth = header.findIndex(isOfBirth)
  return rows.map((cells, at) =>
    readPerson({ row: at + 2, cells }, at, columns, className, birth < 0 ? undefined : birth),
  )
}

const plan = (text: string, library: Here, choices: Partial<ClassListChoices> = {}) =>
  planClassList(listOf(text), library, { ...DEFAULT_CLASS_LIST_CHOICES, ...choices })

const results = (text: string, library: Here, choices?: Partial<ClassListChoices>) =>
  plan(text, library, choices).rows.map(({ result, reason }) => (reason ? `${result}: ${reason}` : result))

const SIX = 'Name;Class;Matricule\n'

test('New, same, changed, moved and absent are told by the school number', () => {
  const library = here([
    known('Awa Ndiaye', '6A', { schoolNumber: '1' }),
    known('Aliou Sow', '6A', { schoolNumber: '2' }),
    known('Astou Ba', '6A', { schoolNumber: '3' }),
    known('Omar Fall', '6A', { schoolNumber: '4' }),
    known('Other Class', '5A', { schoolNumber: '5' }),
  ])
  const { rows, absent, isDoubtful } = plan(
    `${SIX}AWA NDIAYE;6A;1\nAliou Sy;6A;2\nAstou Ba;6B;3\nNeema Wanjiru;6A;9`,
    library,
  )
  expect(rows.map(({ result }) => result)).toEqual(['same', 'changed', 'moved', 'new'])
  expect(rows[1]?.input).toEqual({ name: 'Aliou Sy' })
  expect(rows[2]?.input).toEqual({ groupId: 'group 6B' })
  // No borrower of a class that the file does not name.
  expect(absent).toEqual(['Omar Fall 6A 4'])
  expect(isDoubtful).toBe(false)
})

test('What the file leaves empty, and another writing of a name, change nothing', () => {
  const library = here([known('عبد الرحمن علي', '6A', { schoolNumber: '1', email: 'a@example.org' })])
  expect(results('Name;Class;Matricule;Email\nعبدالرحمن علي;6A;1;', library)).toEqual(['same'])
  expect(results('Name;Class;Matricule\nعبدالرحمن علي;6A;', library)).toEqual(['same'])
  expect(results('Nom;Prénom;Classe\nBA;Astou;6A', here([known('Ba Astou', '6A')]))).toEqual(['same'])
})

test('A class is found in another writing; one that is not here is made once', () => {
  const library = here([known('Awa Ndiaye', '6ème A', { schoolNumber: '1' })], ['6ème A', '6ème B'])
  const { rows, classes } = plan(`${SIX}Awa Ndiaye;6e A;1\nOmar Fall;4e D;2\nAstou Ba;4èmeD;3`, library)
  expect(rows.map(({ result }) => result)).toEqual(['same', 'new', 'new'])
  expect(rows.slice(1).map(({ input }) => input.className)).toEqual(['4e D', '4e D'])
  expect(classes).toMatchObject([
    { name: '6e A', groupId: 'group 6ème A' },
    { name: '4e D', groupId: null },
    { name: '4èmeD', groupId: null, sameAs: '4e D' },
  ])
})

test('A class that was renamed is suggested where most of its people are, and is the same once that is chosen', () => {
  const library = here(
    [1, 2, 3].map((n) => known(`Pupil ${n}`, 'Baobab', { schoolNumber: String(n) })),
    ['Baobab'],
  )
  const file = `${SIX}Pupil 1;6A;1\nPupil 2;6A;2\nPupil 3;6A;3`
  expect(plan(file, library).classes).toMatchObject([{ name: '6A', groupId: null, suggestedId: 'group Baobab' }])
  expect(results(file, library)).toEqual(['moved', 'moved', 'moved'])
  expect(results(file, library, { classes: { '6A': 'group Baobab' } })).toEqual(['same', 'same', 'same'])
})

test('Two of one name in one class are two if their numbers differ, else a question', () => {
  expect(results(`${SIX}Awa Ndiaye;6A;1\nAwa Ndiaye;6A;2`, here([]))).toEqual(['new', 'new'])
  const file = `${SIX}Awa Ndiaye;6A;\nAwa Ndiaye;6A;`
  expect(plan(file, here([])).rows[1]).toMatchObject({ result: 'twice', reason: 'name-twice', otherRow: 2 })
  expect(results(file, here([]), { rows: { 1: 'new' } })).toEqual(['new', 'new'])
  // Both taken in, the same file changes nothing; with one of them, the second is asked again.
  const two = [known('Awa Ndiaye', '6A', { id: 'a' }), known('Awa Ndiaye', '6A', { id: 'b' })]
  expect(results(file, here(two))).toEqual(['same', 'same'])
  expect(results(file, here(two.slice(0, 1)))).toEqual(['same', 'twice: name-twice'])
})

test('Two of one name in one class without numbers are two if they were born on other days', () => {
  const list = (...births: string[]) =>
    `Name;Class;Born\n${births.map((day) => `Awa Ndiaye;6A;${day}`).join('\n')}`.replace('Born', 'Né(e) le')
  expect(results(list('01/02/2014', '05/06/2014'), here([]))).toEqual(['new', 'new'])
  expect(results(list('01/02/2014', '٠١/٠٢/٢٠١٤'), here([]))).toEqual(['new', 'twice: name-twice'])
  expect(results(list('01/02/2014', ''), here([]))).toEqual(['new', 'twice: name-twice'])
  // With one of them here it cannot be told which it is.
  expect(results(list('01/02/2014', '05/06/2014'), here([known('Awa Ndiaye', '6A')]))).toEqual([
    'same',
    'twice: name-twice',
  ])
})

test('A number that two rows have is the first one’s', () => {
  expect(plan(`${SIX}Awa Ndiaye;6A;1\nOmar Fall;6A;1`, here([])).rows).toMatchObject([
    { result: 'new' },
    { result: 'twice', reason: 'number-twice', otherRow: 2 },
  ])
})

test('Numbers that come later are given to who is here by name and class; where there are two, that is asked', () => {
  const one = here([known('Awa Ndiaye', '6A')])
  expect(plan(`${SIX}Awa Ndiaye;6A;77`, one).rows).toMatchObject([{ result: 'changed', input: { schoolNumber: '77' } }])
  const two = here([known('Awa Ndiaye', '6A', { id: 'a' }), known('Awa Ndiaye', '6A', { id: 'b' })])
  const file = `${SIX}Awa Ndiaye;6A;77\nAwa Ndiaye;6A;78`
  const { rows, absent } = plan(file, two)
  expect(rows).toMatchObject([
    { result: 'twice', reason: 'several-here', candidates: ['a', 'b'] },
    { result: 'twice', reason: 'several-here' },
  ])
  expect(absent).toEqual([])
  expect(plan(file, two, { rows: { 0: 'b', 1: 'new' } }).rows).toMatchObject([
    { result: 'changed', borrowerId: 'b', input: { schoolNumber: '77' } },
    { result: 'new' },
  ])
  // Who has another number is another person.
  expect(results(`${SIX}Awa Ndiaye;6A;77`, here([known('Awa Ndiaye', '6A', { schoolNumber: '5' })]))).toEqual(['new'])
})

test('900 without number: who is in another class of the list is moved, who is in none of it is asked about', () => {
  const pupils = Array.from({ length: 900 }, (_, at) =>
    known(`Pupil ${'x'.repeat(at % 7)}${at}`, at < 450 ? '6A' : '5A'),
  )
  const list = pupils.map(({ name }, at) => `${name};${at < 450 ? '5A' : '6B'}`).join('\n')
  const moved = results(`Name;Class\n${list}`, here(pupils))
  expect(new Set(moved.slice(0, 450))).toEqual(new Set(['moved']))
  const library = here([known('Awa Ndiaye', '5A')])
  const file = 'Name;Class\nAwa Ndiaye;6A'
  expect(results(file, library)).toEqual(['twice: same-name-elsewhere'])
  expect(plan(file, library).absent).toEqual([])
  expect(results(file, library, { sameNames: 'same' })).toEqual(['moved'])
  expect(results(file, library, { sameNames: 'new' })).toEqual(['new'])
  expect(results(file, library, { rows: { 0: 'Awa Ndiaye 5A' } })).toEqual(['moved'])
  expect(results(file, library, { rows: { 0: 'new' } })).toEqual(['new'])
})

test('A number that is a card of another borrower or on a book, and a card that another has, are refused', () => {
  const library = here([known('Omar Fall', '5A', { card: '20000046' })])
  const file = 'Name;Class;Matricule;Library card\n'
  expect(results(`${file}Awa Ndiaye;6A;20000046;`, library)).toEqual(['refused: number-is-card'])
  expect(results(`${file}Awa Ndiaye;6A;10000045;`, library)).toEqual(['refused: number-is-copy'])
  expect(results(`${file}Awa Ndiaye;6A;1;10000045`, library)).toEqual(['refused: card-is-copy'])
  expect(results(`${file}Awa Ndiaye;6A;1;A-1\nAstou Ba;6A;2;a-1`, library)).toEqual(['new', 'refused: card-taken'])
  expect(results(`${file}Omar Fall;5A;1;20000046`, library)).toEqual(['changed'])
})

test('A number that was given to another person is said', () => {
  const library = here([known('Omar Fall', '6A', { schoolNumber: '1' })])
  expect(plan(`${SIX}Awa Ndiaye;6A;1`, library).rows[0]?.notes).toEqual(['other-name'])
  expect(plan(`${SIX}Omar Sy;6A;1`, library).rows[0]?.notes).toEqual([])
})

test('The list of another year is doubtful: most are absent, or go back to the class before', () => {
  const pupils = Array.from({ length: 10 }, (_, at) => known(`Pupil ${at}`, '5A', { schoolNumber: String(at) }))
  const library = here(pupils, [group('6A', { nextGroupId: 'group 5A' }), '5A'])
  expect(plan(`${SIX}Someone Else;5A;99`, library)).toMatchObject({ isDoubtful: true })
  const before = pupils.map(({ name, schoolNumber }) => `${name};6A;${schoolNumber}`).join('\n')
  expect(plan(SIX + before, library)).toMatchObject({ isDoubtful: true })
  expect(plan(SIX + before.replaceAll('6A', '5A'), library)).toMatchObject({ isDoubtful: false, absent: [] })
  // Half of a file: the others are absent, and that is asked.
  expect(plan(SIX + before.replaceAll('6A', '5A').split('\n').slice(0, 4).join('\n'), library).isDoubtful).toBe(true)
})

test('The first list of a school is not doubtful because the samples of a new library are not in it', () => {
  const samples = Array.from({ length: 10 }, (_, at) => known(`Sample ${at}`, '6A', { isSample: true }))
  const file = `${SIX}Awa Ndiaye;6A;1\nAliou Sow;6A;2`
  expect(plan(file, here(samples))).toMatchObject({ isDoubtful: false, absent: { length: 10 } })
  const own = Array.from({ length: 6 }, (_, at) => known(`Pupil ${at}`, '6A'))
  expect(plan(file, here([...samples, ...own])).isDoubtful).toBe(true)
})

test('Of a name in two classes of the list, one borrower of a third is asked about in both', () => {
  const library = here([known('Awa Ndiaye', '5A')])
  expect(results('Name;Class\nAwa Ndiaye;6A\nAwa Ndiaye;6B', library)).toEqual([
    'twice: several-here',
    'twice: several-here',
  ])
  expect(results('Name;Class\nAwa Ndiaye;6A\nAwa Ndiaye;6B', here([]))).toEqual(['new', 'new'])
})

test('A row that is left out keeps its result, and its borrower is not absent', () => {
  const library = here([known('Aliou Sow', '6A', { schoolNumber: '2' })])
  expect(plan(`${SIX}Aliou Sow;6B;2\nAwa Ba;6A;3`, library, { rows: { 0: 'leave' } })).toMatchObject({
    rows: [
      { result: 'moved', isLeftOut: true },
      { result: 'new', isLeftOut: false },
    ],
    absent: [],
  })
})
