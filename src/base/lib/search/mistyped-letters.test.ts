import { describe, expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'
import { mayMean, wordsOneTypoAway, splitsOf, allowedTypos } from './mistyped-letters.ts'

describe('the edit distance', () => {
  test.each([
    ['tolkien', 'tolkien', 0],
    ['tolkien', 'tolkein', 1],
    ['quixote', 'quixotte', 1],
    ['farm', 'farn', 1],
    ['ridley', 'bodley', 2],
    ['baudelaire', 'baudelere', 2],
    ['', 'ab', 2],
  ])('%s, %s: %i', (one, other, typos) => {
    expect(editDistance(one, other)).toBe(typos)
    expect(editDistance(other, one)).toBe(typos)
  })

  test.each(['abca', 'FCGO', 'DBظپ', 'ωδη', 'мир', 'אבג'])(
    'wordsOneTypoAway finds every word that is one typo away from %s',
    (word) => {
      const near = new Set(wordsOneTypoAway(word))
      expect(near.has(word)).toBe(false)
      for (const other of near) expect(editDistance(word, other)).toBe(1)
      const letters = [...new Set(word)]
      const others = letters.flatMap((letter) =>
        [...Array(word.length + 1).keys()].flatMap((at) => [
          word.slice(0, at) + letter + word.slice(at),
          word.slice(0, at) + letter + word.slice(at + 1),
          word.slice(0, at) + word.slice(at + 1),
        ]),
      )
      expect(others.filter((other) => editDistance(word, other) === 1 && !near.has(other))).toEqual([])
    },
  )
})

test.each([
  ['ab', 0],
  ['teh', 1],
  ['farn', 1],
  ['tolkein', 1],
  ['quixotte', 2],
  // Arabic as `fold_words` writes it: the article and six letters.
  ['ABZFAGYO', 1],
  ['1984', 0],
  ['c++', 0],
  ['a'.repeat(41), 0],
])('allowed typos in %s: %i', (word, typos) => expect(allowedTypos(word)).toBe(typos))

test.each([
  ['teh', 'the', true],
  ['tea', 'the', false],
  ['ridley', 'riddley', true],
  ['ridley', 'bidley', false],
  ['ridley', 'idley', false],
  ['etranger', 'tetranger', true],
  ['etrnager', 'étranger', false],
  ['rowlel', 'orwell', false],
  ['rowell', 'orwell', true],
])('%s may mean %s: %s', (word, other, answer) => expect(mayMean(word, other, editDistance(word, other))).toBe(answer))

test('a word is split into two and three parts, and one of four letters into its letters', () => {
  expect(splitsOf('')).toEqual([])
  expect(splitsOf('ab')).toEqual([['a', 'b']])
  expect(splitsOf('obrien')).toContainEqual(['o', 'brien'])
  expect(splitsOf('nganga')).toContainEqual(['ng', 'ang', 'a'])
  expect(splitsOf('jrrt')).toContainEqual(['j', 'r', 'r', 't'])
  for (const parts of splitsOf('misérables')) expect(parts.join('')).toBe('misérables')
})
