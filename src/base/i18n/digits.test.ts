import { expect, test, vi } from 'vitest'
import * as format from './format.ts'
import { withLocale } from './request-locale.server.ts'

const MAKERS = new Set<string | symbol>(['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat', 'ListFormat'])
const AT = new Date('2026-03-12T06:00:00Z')

/** `Intl` as in browsers with a CLDR before 46, where Arabic has digits of its own unless others are named. */
const olderIntl = new Proxy(Intl, {
  get: (intl, name) => {
    const value: unknown = Reflect.get(intl, name)
    if (typeof value !== 'function' || !MAKERS.has(name)) return value
    return new Proxy(value, {
      construct: (Maker, [locale, ...rest]) =>
        Reflect.construct(Maker, [locale === 'ar' ? 'ar-u-nu-arab' : locale, ...rest]),
    })
  },
})

test('an older browser writes the digits of the server in Arabic', () => {
  vi.stubGlobal('Intl', olderIntl)
  expect(new Intl.NumberFormat('ar').format(12)).toBe('١٢')
  const texts = withLocale('ar', () => ({
    number: format.formatNumber(12_405),
    percent: format.formatPercent(0.25),
    bytes: format.formatBytes(1_400_000),
    list: format.formatList(['1', '2']),
    values: format.formatValues(['1', '2']),
    date: format.formatDate(AT, 'UTC'),
    day: format.formatDay('2026-03-12'),
    time: format.formatDateTime(AT, 'UTC'),
    weekday: format.formatWeekday(AT, 'UTC'),
    month: format.formatMonth('2026-11', 'long'),
    days: format.formatDaysAgo(new Date('2026-03-09T06:00:00Z'), AT, 'UTC'),
    minutes: format.formatTimeAgo(new Date('2026-03-12T05:37:00Z'), AT, 'UTC'),
    ahead: format.formatDaysAhead(new Date('2026-04-11T06:00:00Z'), AT, 'UTC'),
  }))
  vi.unstubAllGlobals()
  for (const [name, text] of Object.entries(texts)) {
    expect([name, text]).toEqual([name, expect.stringMatching(/\d/)])
    expect([name, text]).toEqual([name, expect.not.stringMatching(/[\u0660-\u0669]/)])
  }
  expect(texts.number).toBe('12,405')
})
