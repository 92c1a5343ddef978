import { describe, expect, test } from 'vitest'
import { formatDate, formatDateTime, formatNumber } from './format.ts'
import { chooseLocale, directionOf, getLocale, languageCookie, locales } from './locale.ts'
import { withLocale } from './request-locale.server.ts'

describe('the language of a request', () => {
  test.each<[string | undefined, string | null, string]>([
    [undefined, null, 'en'],
    ['fr', null, 'fr'],
    ['ar', 'fr', 'ar'],
    ['de', 'fr', 'fr'],
    ['', 'sw', 'sw'],
    ['FR', 'sw', 'sw'],
    ['__proto__', 'sw', 'sw'],
    [undefined, 'sw', 'sw'],
    [undefined, 'SW-TZ', 'sw'],
    [undefined, 'ar-EG,ar;q=0.9,en;q=0.8', 'ar'],
    [undefined, 'de-DE,de;q=0.9,fr;q=0.7,en;q=0.8', 'en'],
    [undefined, 'en;q=0.1, fr;q=0.9', 'fr'],
    [undefined, 'en;q=0.1, fr ; q=0.9', 'fr'],
    [undefined, 'fr;q=0, sw', 'sw'],
    [undefined, 'fr;q=0', 'en'],
    [undefined, 'fr, sw', 'fr'],
    [undefined, 'fr;q=0.5, sw;q=0.5', 'fr'],
    [undefined, '*', 'en'],
    [undefined, '*, fr;q=0.5', 'fr'],
    [undefined, 'de, *;q=0.5', 'en'],
    [undefined, 'fr;q=nonsense', 'fr'],
    [undefined, 'french', 'en'],
    [undefined, ';;;,,,q=1', 'en'],
    [undefined, 'fr;level=1;q=0.2, sw;q=0.3', 'sw'],

    [undefined, '\u0000', 'en'],
  ])('with the cookie %j and Accept-Language %j is %s', (cookie, accept, locale) => {
    expect(chooseLocale([cookie], accept)).toBe(locale)
  })

  test('is read only from the first 500 characters', () => {
    expect(chooseLocale([undefined], `${'de,'.repeat(1000)}fr`)).toBe('en')
  })

  test('is read from a cookie of 43,200 minutes', () => {
    expect(languageCookie('sw', false)).toBe(`language=sw; Max-Age=${43_200 * 60}; Path=/; SameSite=Lax`)
    expect(languageCookie('ar', true)).toBe(`language=ar; Max-Age=${43_200 * 60}; Path=/; SameSite=Lax; Secure`)
  })

  test('holds for its work alone', async () => {
    const said = await Promise.all(
      locales.map((locale, index) =>
        withLocale(locale, async () => {
          await new Promise((resolve) => setTimeout(resolve, 10 - index))
          return getLocale()
        }),
      ),
    )
    expect(said).toEqual(locales)
    expect(getLocale()).toBe('en')
  })

  test('runs from the right in Arabic only', () => {
    expect(locales.map(directionOf)).toEqual(['ltr', 'ltr', 'rtl', 'ltr'])
  })
})

describe('numbers and dates', () => {
  const inAll = (say: () => string) => locales.map((locale) => withLocale(locale, say))
  const noon = new Date('2026-03-12T22:30:00Z')

  test('are those of the language', () => {
    expect(inAll(() => formatNumber(12_408))).toEqual([
      '12,408',
      '12\u202F408',
      expect.stringMatching(/^12[,٬]408$|^١٢٬٤٠٨$/),
      '12,408',
    ])
    expect(inAll(() => formatDate(noon, 'UTC'))).toEqual([
      '12 March 2026',
      '12 mars 2026',
      expect.stringMatching(/مارس/),
      expect.stringMatching(/Machi/),
    ])
  })

  test('are of the visitor’s day', () => {
    expect(withLocale('en', () => formatDate(noon, 'Africa/Nairobi'))).toBe('13 March 2026')
    expect(withLocale('en', () => formatDate(noon, 'UTC'))).toBe('12 March 2026')
    expect(withLocale('en', () => formatDateTime(noon, 'Africa/Nairobi'))).toBe('13 Mar 2026, 01:30')
  })
})
