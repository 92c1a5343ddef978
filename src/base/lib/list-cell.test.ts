import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinList, splitList } from './list-cell.ts'

test('A list is written as people write it', () => {
  expect(joinList(['Algérie', 'Guerre, 1945'])).toBe('Algérie; Guerre, 1945')
  expect(splitList(' Algérie ;Guerre, 1945;; Algérie\nX ')).toEqual(['Algérie', 'Guerre, 1945', 'X'])
})

test('Every list comes back', () => {
  const texts = fc.oneof(fc.string(), fc.constantFrom('a;b', '["a"]', '[', '؛', 'a\nb', '"'))
  const items = texts.map((text) => text.trim()).filter((text) => text !== '')
  fc.assert(
    fc.property(fc.uniqueArray(items, { maxLength: 5 }), (list) => {
      expect(splitList(joinList(list))).toEqual(list)
    }),
  )
})
