import sample from '../src/base/db/seed/books.json' with { type: 'json' }
import words from './words.json' with { type: 'json' }
import { pick, zipf, type Random } from './random.ts'

type Pick = (random: Random) => string

/** The words and templates for titles in one language. */
export interface Vocabulary {
  language: 'en' | 'fr' | 'ar' | 'sw'
  template: Pick
  /** Values for `{noun}`, `{place}` … in a template. */
  slots: Record<string, Pick>
  ending: Pick
  volume: string
  author: Pick
}

const list = (text: string): string[] => text.split(' ')
const names = (text: string): string[] => text.split('; ')
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const isLatin = (text: string): boolean => !isArabic(text)
const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text)
const wordsOf = (text: string): string[] => text.match(/\p{L}{4,}/gu) ?? []
const uniqueSorted = (values: readonly string[]): string[] => [...new Set(values)].toSorted()

// Not from messages/, whose wording changes, so that results stay comparable.
const sampleWords = uniqueSorted(sample.flatMap(({ title }) => wordsOf(title)))

/** Mostly one of `common`, else a word of the sample catalogue. */
function nouns(common: string[], script: (word: string) => boolean): Pick {
  const usual = zipf(common)
  const unusual = sampleWords.filter(script)
  return (random) => (random() < 0.85 ? usual(random) : pick(random, unusual))
}

/** Names of a head and a tail: some four thousand, the first ones more frequent. */
function compound(heads: string, tails: string): Pick {
  const [head, tail] = [zipf(list(heads), 0.4), zipf(list(tails), 0.4)]
  return (random) => capital(head(random) + tail(random))
}

const person = (real: string, given: string, surname: Pick): Pick => {
  const [known, first] = [zipf(names(real), 0.6), zipf(list(given), 0.5)]
  return (random) => (random() < 0.3 ? known(random) : `${first(random)} ${surname(random)}`)
}

const either =
  (share: number, one: Pick, other: Pick): Pick =>
  (random) =>
    (random() < share ? one : other)(random)

function english(): Vocabulary {
  const { templates, endings, volume, ...own } = words.en
  const place = compound(own.heads, own.tails)
  const noun = nouns(list(own.nouns), isLatin)
  return {
    language: 'en',
    template: zipf(templates, 0.3),
    slots: {
      noun: (random) => capital(noun(random)),
      adjective: (random) => capital(adjective(random)),
      name: zipf(list(own.names), 0.5),
      place,
    },
    ending: zipf(endings),
    volume,
    author: person(words.authors.en, own.names, place),
  }
}
const adjective = zipf(list(words.en.adjectives))

function french(): Vocabulary {
  const { templates, endings, volume, ...own } = words.fr
  const place = compound(own.heads, own.tails)
  return {
    language: 'fr',
    template: zipf(templates, 0.3),
    slots: {
      noun: nouns(list(own.nouns), isLatin),
      feminine: zipf(list(own.feminine)),
      name: zipf(list(own.names), 0.5),
      place,
    },
    ending: zipf(endings),
    volume,
    author: person(words.authors.fr, own.names, place),
  }
}

function arabic(): Vocabulary {
  const { templates, endings, volume, ...own } = words.ar
  const letters = list(own.letters)
  // The three letters of a root in a pattern of word formation, for plausible unknown names.
  const coined: Pick = (random) => pick(random, own.patterns).replace(/\{\d\}/g, () => pick(random, letters))
  return {
    language: 'ar',
    template: zipf(templates, 0.3),
    slots: {
      noun: nouns(list(own.nouns), isArabic),
      adjective: zipf(list(own.adjectives)),
      name: zipf(list(own.names), 0.5),
      place: either(0.5, zipf(list(own.places), 0.5), coined),
    },
    ending: zipf(endings),
    volume,
    author: person(words.authors.ar, own.names, (random) => `ال${coined(random).replace(/^ال|ة$/g, '')}ي`),
  }
}

function swahili(): Vocabulary {
  const { templates, endings, volume, ...own } = words.sw
  const syllable = zipf(list(own.syllables), 0.3)
  const coined: Pick = (random) => capital(syllable(random) + syllable(random) + syllable(random))
  const noun = nouns(list(own.nouns), isLatin)
  return {
    language: 'sw',
    template: zipf(templates, 0.3),
    slots: {
      noun: (random) => capital(noun(random)),
      adjective: zipf(list(own.adjectives)),
      name: zipf(list(own.names), 0.5),
      place: either(0.5, zipf(list(own.places), 0.5), coined),
    },
    ending: zipf(endings),
    volume,
    author: person(words.authors.sw, own.names, coined),
  }
}

/** Half of the titles English, a fifth French, the rest Arabic and Swahili. */
export function vocabularies(): (random: Random) => Vocabulary {
  const [one, two, three, four] = [english(), french(), arabic(), swahili()]
  return (random) => {
    const at = random()
    return at < 0.5 ? one : at < 0.7 ? two : at < 0.85 ? three : four
  }
}

export const publisher: Pick = either(
  0.7,
  zipf(names(words.publishers)),
  zipf(uniqueSorted(sample.map((book) => book.publisher).filter(Boolean)), 0.5),
)
export const sampleTitle: Pick = (random) => pick(random, sample).title
