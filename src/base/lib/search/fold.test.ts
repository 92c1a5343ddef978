import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import cases from './fold-cases.json' with { type: 'json' }
import { foldedWords } from './fold-words.ts'
import { fold, foldWithMap } from './fold.ts'

const texts = () => fc.string({ unit: fc.constantFrom(...new Set(cases.flatMap(({ text }) => [...text, ' ']))) })

describe('fold', () => {
  test.each(cases)('$why', ({ text, folded }) => {
    expect(fold(text)).toBe(folded)
    expect(fold(folded)).toBe(folded)
    expect(foldWithMap(text).text).toBe(folded)
  })

  test('has enough cases, without duplicates', () => {
    expect(cases.length).toBeGreaterThanOrEqual(80)
    expect(new Set(cases.map(({ why }) => why)).size).toBe(cases.length)
  })

  test('of a folded text is the same text', () => {
    fc.assert(fc.property(texts(), (text) => void expect(fold(fold(text))).toBe(fold(text))))
  })
})

describe('foldWithMap', () => {
  test('maps each unit to its origin', () => {
    expect(foldWithMap(' Œu\u0301\u00A0 ﷺ')).toMatchObject({
      text: 'oeu صلي الله عليه وسلم',
      starts: [1, 1, 2, 4, ...Array.from({ length: 18 }, () => 6)],
      ends: [2, 2, 4, 5, ...Array.from({ length: 18 }, () => 7)],
    })
  })

  test('folds like `fold`, and its ranges fold to their units', () => {
    fc.assert(
      fc.property(texts(), (original) => {
        const { text, starts, ends } = foldWithMap(original)
        expect(text).toBe(fold(original))
        expect([starts.length, ends.length]).toEqual([text.length, text.length])
        for (let at = 0; at < text.length; at++) {
          const piece = original.slice(starts[at], ends[at])
          expect(text[at] === ' ' ? ` ${fold(piece)} ` : fold(piece)).toContain(text[at])
          expect(starts[at]).toBeGreaterThanOrEqual(starts[at - 1] ?? 0)
        }
      }),
    )
  })
})

describe('foldedWords', () => {
  test.each([
    ['Les Misérables', ['les', 'miserables']],
    ['Notre-Dame; (de) «Paris»…', ['notre', 'dame', 'de', 'paris']],
    ['l’été', ['l', 'ete']],
    ['10% C++ a_b \\x', ['10', '%', 'c', '+', '+', 'a', '_b', '\\x']],
    ['مَن؟ ١٩٨٤، نعم', ['من', '1984', 'نعم']],
    [' -!- ', []],
  ])('of %s', (text, words) => {
    expect(foldedWords(text)).toEqual(words)
  })
})
