import { describe, expect, test } from 'vitest'
import { readMessages, readSlices, type Message, type Plural } from '../../../testing/words.ts'
import { LANGUAGE_NAMES, locales, type Locale } from './locale.ts'
import { m } from './paraglide/messages.js'

const files = {
  en: readMessages('en'),
  fr: readMessages('fr'),
  ar: readMessages('ar'),
  sw: readMessages('sw'),
} satisfies Record<Locale, unknown>
const keys = Object.keys(files.en)
const keysOf = (locale: Locale) => [...readSlices(locale)].map(([slice, messages]) => [slice, Object.keys(messages)])
const others = locales.filter((locale) => locale !== 'en')

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].toSorted()
const textsOf = (message: Message | undefined): string[] =>
  message === undefined
    ? []
    : typeof message === 'string'
      ? [message]
      : message.flatMap(({ match }) => Object.values(match))
/** Every message with the values that make it speak; a plural one with each number. */
const plurals = keys.filter((key) => typeof files.en[key] !== 'string')
const say = (key: string, inputs: Record<string, unknown>, locale: Locale): string =>
  (m as unknown as Record<string, (inputs: object, options: object) => string>)[key]?.(inputs, { locale }) ??
  'no such message'

describe.each(others)('messages/*/%s.json', (locale) => {
  test('has the keys of English, in the same order', () => {
    expect(keysOf(locale)).toEqual(keysOf('en'))
  })

  // That each has the placeholders of English is scripts/check-messages.ts'.
  test('has the plurals of English', () => {
    for (const key of keys) {
      const [theirs, ours] = [files[locale][key], files.en[key]]
      expect([key, typeof theirs]).toEqual([key, typeof ours])
      if (typeof ours !== 'string' && typeof theirs !== 'string')
        expect([key, theirs?.[0]?.declarations]).toEqual([key, ours?.[0]?.declarations])
    }
  })

  test('leaves numbers and dates to i18n/format.ts, which names their digits', () => {
    const declarations = plurals.flatMap((key) => (files[locale][key] as Plural[]).flatMap((one) => one.declarations))
    expect(declarations.filter((one) => !/^input \w+$|: plural$/.test(one))).toEqual([])
  })

  test('is translated', () => {
    const same = keys.filter(
      (key) =>
        JSON.stringify(files[locale][key]) === JSON.stringify(files.en[key]) &&
        /[a-z]{4}/.test(JSON.stringify(files.en)),
    )
    // Words that are the same in both languages, an address for example.
    expect(same.length).toBeLessThan(keys.length * 0.08)
  })
})

describe.each(locales)('plurals of %s', (locale) => {
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted()

  test('have every form that the language has, and no other', () => {
    for (const key of plurals) {
      const [message] = files[locale][key] as Plural[]
      const selector = message?.selectors[0] ?? ''
      const forms = Object.keys(message?.match ?? {}).map((form) => form.replace(`${selector}=`, ''))
      expect([key, forms.toSorted()]).toEqual([key, categories])
    }
  })

  test('name what they count wherever the number is not in the word', () => {
    for (const key of plurals) {
      const [message] = files[locale][key] as Plural[]
      const wanted = placeholders(textsOf(files.en[key]).at(-1) ?? '')
      for (const [form, text] of Object.entries(message?.match ?? {})) {
        const isCounted = /=(few|many|other)$/.test(form)
        if (isCounted) expect([key, form, placeholders(text)]).toEqual([key, form, wanted])
        else expect([key, form, placeholders(text).filter((name) => !wanted.includes(name))]).toEqual([key, form, []])
      }
    }
  })

  test('speak for every number', () => {
    for (const key of plurals) {
      for (const number of [...Array.from({ length: 121 }, (_, index) => index), 1000, 1_000_000, 2.5]) {
        const named = textsOf(files.en[key]).flatMap(placeholders)
        const inputs = {
          ...Object.fromEntries(named.map((name) => [name, String(number)])),
          count: number,
          limit: number,
          minutes: number,
        }
        const said = say(key, inputs, locale)
        expect([key, number, said]).not.toEqual([key, number, key])
        expect(said).not.toMatch(/undefined|\{|NaN/)
      }
    }
  })
})

describe.each(locales)('the words of %s', (locale) => {
  test('are there, without space around and without a trace of code', () => {
    for (const key of keys) {
      for (const text of textsOf(files[locale][key])) {
        expect([key, text]).not.toEqual([key, ''])
        expect([key, text]).toEqual([key, text.trim()])
        expect([key, text]).toEqual([key, expect.not.stringMatching(/  |TODO|FIXME|\{\s|\s\}|undefined/)])
      }
    }
  })

  test('have different names', () => {
    expect(LANGUAGE_NAMES[locale]).toMatch(/^.{4,}$/)
  })
})

test('Arabic is written in Arabic', () => {
  const isLatin = (text: string) => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '')) && !/[\u0600-\u06FF]/.test(text)
  const latin = keys.filter((key) => textsOf(files.ar[key]).some(isLatin))
  // The names of keys are what is printed on them.
  expect(latin.filter((key) => !/placeholder|starter|^key_/.test(key))).toEqual([])
})
