import { describe, expect, test } from 'vitest'
import { matchesTag, readIfMatch } from './entity-tag.ts'

describe('If-Match', () => {
  test.each<[string | null, unknown]>([
    [null, null],
    ['*', '*'],
    [' * ', '*'],
    ['"1"', [1]],
    ['"2147483647"', [2147483647]],
    ['"2147483647-Ab_9-"', [2147483647]],
    ['"1-", "2-é"', []],
    ['"1", "2"', [1, 2]],
    ['"1","2" ,\t"3"', [1, 2, 3]],
    // RFC 9110, 5.6.1: an element of a list may be empty.
    [', "1",, "2",', [1, 2]],
    // Not ours.
    ['"a,b", "1"', [1]],
    ['"01"', []],
    ['"0"', []],
    ['""', []],
    ['"2147483648"', []],
    ['"99999999999999999999"', []],
    ['"1.0"', []],
    ['"\u00E9"', []],
    // Weak ones never match here.
    ['W/"1"', []],
    ['W/"1", "2"', [2]],
  ])('%j is read', (header, asked) => {
    expect(readIfMatch(header)).toEqual(asked)
  })

  test.each([
    '',
    ' ',
    ',',
    ',,',
    '1',
    '"1',
    '1"',
    '"1" "2"',
    "'1'",
    'w/"1"',
    'W/1',
    '*, "1"',
    '"1", *',
    '"a"b"',
    '"a b"',
    '\u00E9',
  ])('%j is refused', (header) => {
    expect(() => readIfMatch(header)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', fields: { 'If-Match': { key: 'validation_invalid' } } }),
    )
  })

  test('is parsed quickly, even if long', () => {
    const started = performance.now()
    for (const part of [' ', ',', '"1" ', ', ', '\t', 'W/"'])
      expect(() => readIfMatch(`"1"${part.repeat(100_000)}x`)).toThrow(
        expect.objectContaining({ code: 'VALIDATION_ERROR' }),
      )
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

test.each<[string | null, boolean]>([
  [null, false],
  ['"2"', true],
  ['W/"2"', true],
  ['"1", W/"2"', true],
  ['*', true],
  ['"1"', false],
  ['"12"', false],
  ['2', false],
  ['', false],
])('If-None-Match: %j names "2": %s', (header, isNamed) => {
  expect(matchesTag(header, '"2"')).toBe(isNamed)
})
