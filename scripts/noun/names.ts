/** How a noun is written, as the template writes `shelf`: in code, and in the sentences of each language. */
export interface NounNames {
  one: string
  many: string
  words: Readonly<Record<string, { one: string; many: string }>>
  /** It belongs to a book. */
  isOfBook?: boolean
}

import { parseArgs } from 'node:util'
import { Script } from 'node:vm'
import { LANGUAGES, type Language } from '../../testing/words.ts'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The plural by the rules of English spelling; irregular ones are given. */
function pluralOf(one: string): string {
  if (/(s|x|z|ch|sh)$/.test(one)) return `${one}es`
  return /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`
}

/** What stands behind `npm run noun --`; undefined without a name. Throws for what is no name, no words, no option. */
export function readCommand(args: readonly string[]): NounNames | undefined {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { plural: { type: 'string' }, of: { type: 'string' }, words: { type: 'string', multiple: true } },
  })
  const [one, ...others] = positionals
  if (others.length > 0) throw new Error(`One noun at a time: ${positionals.join(' ')}`)
  if (values.of !== undefined && values.of !== 'book') throw new Error('Only nouns of a book are written: --of book')
  if (one === undefined) return undefined
  return { ...readNames(one, values.plural, values.words ?? []), isOfBook: values.of === 'book' }
}

/** Whether JavaScript lets a variable have this name. */
function isVariableName(name: string): boolean {
  try {
    return new Script(`'use strict'; let ${name}`) instanceof Script
  } catch {
    return false
  }
}

/**
 * Reads the name and its words, given as `fr=une étagère,étagères`: in French the article says the gender. A language without words gets the English ones in
 * brackets, which are easy to find. Throws for what is no name.
 */
function readNames(one: string, plural: string | undefined, given: readonly string[]): NounNames {
  const many = plural ?? pluralOf(one)
  if (!/^[a-z]{3,30}$/.test(one) || !/^[a-z]{3,32}$/.test(many)) throw new Error('A noun is one word in lower case')
  for (const name of [one, many])
    if (!isVariableName(name)) throw new Error(`${name} is a word of JavaScript: give the noun another name`)
  if (one === many) throw new Error('Singular and plural must differ: give --plural')
  const words = Object.fromEntries(
    LANGUAGES.map((language) => [language, language === 'en' ? { one, many } : { one: `[${one}]`, many: `[${many}]` }]),
  )
  for (const entry of given) {
    const [language = '', both = ''] = entry.split('=')
    const [singular = '', several = ''] = both.split(',')
    if (!(language in words) || singular === '' || several === '')
      throw new Error(`--words ${entry}: give them as fr=une étagère,étagères`)
    words[language] = { one: singular, many: several }
  }
  return { one, many, words }
}

/** A text of the template with the noun in place of `shelf`. */
export function withNoun(text: string, { one, many }: NounNames): string {
  const article = /^[aeiou]/.test(one) ? 'n' : ''
  return text
    .replaceAll(/\b([Aa]) shelf\b/g, `$1${article} shelf`)
    .replaceAll('shelves', many)
    .replaceAll('Shelves', capital(many))
    .replaceAll('shelf', one)
    .replaceAll('Shelf', capital(one))
}

interface Words {
  one: string
  many: string
}

/** The noun in sentences of a language, as a template names its forms: `⟨This one⟩` with a capital. */
function formsOf(language: Language, { one, many }: Words): Record<string, string> {
  const forms = { one, many, 'the many': many }
  if (language === 'en')
    return { ...forms, 'a one': withArticle(one), 'this one': `this ${one}`, 'all many': `all ${many}` }
  if (language === 'ar') {
    const all = /^(\[|ال)/.test(many) ? many : `ال${many}`
    return { ...forms, ...countedForms(one), 'the many': all, 'all many': `كل ${all}` }
  }
  if (language === 'sw') return forms
  // In French an article comes with the word.
  const [, article = 'un', bare = one] = /^(?:(une?) )?(.*)$/.exec(one) ?? []
  const isFeminine = article === 'une'
  const these = isFeminine ? 'cette' : /^[aeiouyàâéèêîôûœ]/i.test(bare) ? 'cet' : 'ce'
  return {
    ...forms,
    one: bare,
    'a one': `${article} ${bare}`,
    'this one': `${these} ${bare}`,
    'all many': `${isFeminine ? 'toutes' : 'tous'} les ${many}`,
  }
}

/** The forms of an Arabic noun that stand with one, two, and eleven or more, by the rules; another dual is corrected by hand. */
function countedForms(one: string): Record<string, string> {
  if (one.startsWith('[')) return { single: one, two: one, counted: one }
  const isFeminine = one.endsWith('ة')
  return {
    single: `${one} ${isFeminine ? 'واحدة' : 'واحد'}`,
    two: isFeminine ? `${one.slice(0, -1)}تان` : `${one}ان`,
    counted: isFeminine ? one : one.endsWith('اء') ? `${one}ً` : `${one}ًا`,
  }
}

const withArticle = (one: string): string => `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`

/** A sentence of the template with the words of its language. */
export function withWords(text: string, language: Language, words: Words): string {
  const forms = formsOf(language, words)
  return text.replaceAll(/⟨([^⟩]+)⟩/g, (_, name: string) => {
    const form = forms[name.toLowerCase()] ?? ''
    return /^[A-Z]/.test(name) ? capital(form) : form
  })
}
