import { expect, test } from 'vitest'
import { inOrderOfYears, suggestNext } from './next-class.ts'

/** What is suggested, by the names of classes; the name alone for each that has no next class of its own. */
function suggested(...names: string[]): Record<string, string> {
  const classes = names.map((name) => ({ id: name, name, kind: 'class' as const, nextGroupId: null }))
  return Object.fromEntries(suggestNext(classes))
}

test.each([
  ['6e A', '5e A'],
  ['6ème B', '5ème B'],
  ['CM2 A', '6e A'],
  ['CP', 'CE1'],
  ['3e A', 'Seconde A'],
  ['1ère S1', 'Tle S1'],
  ['Form 1 East', 'Form 2 East'],
  ['Kidato cha 2', 'Kidato cha 3'],
  ['9th B', '10th B'],
  ['1ère année A', '2ème année A'],
  ['الصف الأول أ', 'الصف الثاني أ'],
  ['الصف ٣ ب', 'الصف ٤ ب'],
])('%s goes to %s, and the last one leaves', (from, to) => {
  expect(suggested(from, to)).toEqual({ [from]: to, [to]: 'leave' })
})

test('Of several sections each goes to its own; to another one only where it is the only one there', () => {
  expect(suggested('6e A', '6e B', '6e C', '5e A', '5e B')).toEqual({
    '6e A': '5e A',
    '6e B': '5e B',
    // Nobody guesses into which of two.
    '6e C': 'stay',
    '5e A': 'leave',
    '5e B': 'leave',
  })
  expect(suggested('6e C', '5e A')).toEqual({ '6e C': '5e A', '5e A': 'leave' })
})

test('6A among classes in French writing goes down with them, and up among bare numbers', () => {
  expect(suggested('6A', '6B', '6e C', '5e A', '5e B', '5e C')).toMatchObject({
    '6A': '5e A',
    '6B': '5e B',
    '6e C': '5e C',
  })
  expect(suggested('4e A', '3A')).toEqual({ '4e A': '3A', '3A': 'leave' })
  expect(suggested('6A', '7A', '5e A')).toMatchObject({ '6A': '7A', '7A': 'leave' })
  expect(suggested('6A', '6B')).toEqual({ '6A': 'stay', '6B': 'stay' })
})

test('The next class of a class counts more than its name, a class of which nothing can be told stays, who has left leaves', () => {
  const next = suggestNext([
    { id: 'a', name: '6e A', kind: 'class', nextGroupId: 'b' },
    { id: 'b', name: '5e B', kind: 'class', nextGroupId: 'gone' },
    { id: 'c', name: 'Chess club', kind: 'class', nextGroupId: null },
    { id: 'd', name: 'Left 5', kind: 'left', nextGroupId: null },
    { id: 'e', name: '2 lonely', kind: 'class', nextGroupId: 'e' },
  ])
  expect(Object.fromEntries(next)).toEqual({ a: 'b', b: 'leave', c: 'stay', d: 'leave', e: 'stay' })
})

test('The youngest are first, whichever way a school counts', () => {
  const ordered = (...names: string[]) => inOrderOfYears(names.map((name) => ({ name }))).map(({ name }) => name)
  expect(ordered('3e A', '3e B', '4e A', '5e A', 'CM2', 'Club')).toEqual([
    'CM2',
    '5e A',
    '4e A',
    '3e A',
    '3e B',
    'Club',
  ])
  expect(ordered('Club', 'Form 1', 'Form 2 A', 'Form 2 B', 'Form 10')).toEqual([
    'Form 1',
    'Form 2 A',
    'Form 2 B',
    'Form 10',
    'Club',
  ])
})
