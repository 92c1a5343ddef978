import { describe, expect, test } from 'vitest'
import { westernDigits } from './digits.ts'
import { scannedDigits } from '../scan/scanned-digits.ts'
import { newId } from '../id.ts'
import { lazy } from '../lazy.ts'
import { hasControlCharacter, initials, isArabicScript, printable } from './text.ts'
import { isUuid } from '../uuid.ts'

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['0123456789', '0123456789'],
  ['رمز ١٢٣, code ۴۵۶', 'رمز 123, code 456'],
  ['१२३ １２ ²', '१२३ 12 ²'],
  ['', ''],
])('the digits of %j', (text, western) => {
  expect(westernDigits(text)).toBe(western)
})

test.each([
  ['Assia Djebar', 'a@b.org', 'AD'],
  ['Ngũgĩ wa Thiong’o', 'a@b.org', 'NT'],
  ['  Plato  ', 'a@b.org', 'P'],
  ['نجيب محفوظ', 'a@b.org', 'ن'],
  ['زهرة عبد الرحمن', 'a@b.org', 'ز'],
  ['Zuhura (5A)!', 'a@b.org', 'Z'],
  ['(?)', 'a@b.org', '('],
  ['’t Hooft', 'a@b.org', '’H'],
  ['😀 Smile', 'a@b.org', '😀S'],
  ['émile', 'a@b.org', 'É'],
  ['', 'ada@example.org', 'A'],
  ['   ', 'ada@example.org', 'A'],
  ['', '', ''],
])('the initials of %j with %j', (name, email, letters) => {
  expect(initials(name, email)).toBe(letters)
})

describe('a control character', () => {
  test.each(['\0', 'a\u0007', '\u001B[31m', 'a\u007Fb', '\u000B', '\u001F'])('is in %j', (text) => {
    expect(hasControlCharacter(text)).toBe(true)
  })

  test.each(['', 'a', 'a\tb\nc\r\n', 'é', 'عربي', '\u200F', '😀', '\u00A0'])('is not in %j', (text) => {
    expect(hasControlCharacter(text)).toBe(false)
  })
})

test.each([
  ['a\0b\u0007\u001B[31m\u007F', 'a\uFFFDb\uFFFD\uFFFD[31m\uFFFD'],
  ['a\tb\nc', 'a\tb\nc'],
  ['Éloge عربي 😀', 'Éloge عربي 😀'],
])('the printable form of %j', (text, shown) => {
  expect(printable(text)).toBe(shown)
  expect(printable(shown)).toBe(shown)
})

test('Arabic script is known by one letter', () => {
  expect(['مكتبة', 'Maktaba مكتبة', 'کتاب', 'ݐ', 'ࢠ'].map(isArabicScript)).toEqual([true, true, true, true, true])
  expect(['Maktaba', '', 'שלום', '123', 'ﷺ'].map(isArabicScript)).toEqual([false, false, false, false, false])
})

describe('an id', () => {
  test('is a UUID of version 7 that sorts by the time it was made', () => {
    const ids = Array.from({ length: 1000 }, newId)
    expect(new Set(ids).size).toBe(1000)
    expect(ids.every((id) => isUuid(id) && id[14] === '7')).toBe(true)
    expect(Math.abs(Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(
      10_000,
    )
  })

  test.each([
    '',
    'x',
    '018f0000-0000-7000-8000-00000000000',
    '018f0000-0000-7000-8000-0000000000000',
    '018f0000000070008000000000000000',
    '{018f0000-0000-7000-8000-000000000000}',
    '018f0000-0000-7000-8000-000000000000\n',
    'g18f0000-0000-7000-8000-000000000000',
  ])('is not %j', (text) => {
    expect(isUuid(text)).toBe(false)
  })
})

test('a lazy value is made once, also when it is undefined or could not be made at first', () => {
  let made = 0
  const nothing = lazy(() => void (made += 1))
  nothing()
  nothing()
  expect(made).toBe(1)
  let tries = 0
  const second = lazy(() => {
    tries += 1
    if (tries === 1) throw new Error('not yet')
    return tries
  })
  expect(second).toThrow('not yet')
  expect([second(), second()]).toEqual([2, 2])
})

test.each([
  ["çè_éàéàééç'é(", '9782020229425'],
  ['&"à', '130'],
  ['978-2', '978-2'],
  ['٩٧٨-2', '٩٧٨-2'],
  ['', ''],
])('a scanner on a French keyboard types %j for %j', (typed, digits) => expect(scannedDigits(typed)).toBe(digits))
