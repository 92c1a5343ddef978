import { makeRandom, zipf, type Random } from './random.ts'
import { generateWholeFields, type WholeFields } from './whole-book.ts'
import { publisher, sampleTitle, vocabularies, type Vocabulary } from './vocabulary.ts'

/** Increased with every change of `generateBooks`; data of another version is seeded again. */
export const GENERATOR_VERSION = 4

export interface GeneratedBook extends WholeFields {
  id: string
  language: Vocabulary['language']
  title: string
  author: string
  publisher: string
  /** Index into the genres, which are sorted by frequency. */
  genre: number
  createdAt: Date
}

const FIRST_DAY = Date.UTC(2020, 0, 1)
const GENRES = Array.from({ length: 12 }, (_, index) => index)

/** Endless books, the same in every run; titles of the same author repeat now and then. */
export function* generateBooks(seed = 20_261): Generator<GeneratedBook, never> {
  const random = makeRandom(seed)
  const language = vocabularies()
  const genre = zipf(GENRES, 0.6)
  const whole = generateWholeFields(seed)
  for (let index = 0; ; index++) {
    const words = language(random)
    // One a minute, the newest last.
    const createdAt = new Date(FIRST_DAY + index * 60_000)
    yield {
      id: uuidAt(createdAt, random),
      language: words.language,
      title: titleOf(words, random),
      author: random() < 0.03 ? '' : words.author(random),
      publisher: random() < 0.1 ? '' : publisher(random),
      genre: genre(random),
      createdAt,
      ...whole.next().value,
    }
  }
}

function titleOf(words: Vocabulary, random: Random): string {
  const plain = random() < 0.04 ? sampleTitle(random) : fill(words, random)
  const kind = random()
  if (kind < 0.1) return plain + words.ending(random)
  if (kind < 0.18) return plain + words.volume.replace('{n}', String(1 + Math.floor(random() ** 2 * 40)))
  if (kind < 0.22) return `${plain} (${1500 + Math.floor((1 - random() ** 3) * 525)})`
  return plain
}

const fill = (words: Vocabulary, random: Random): string => {
  const title = words.template(random).replace(/\{(\w+)\}/g, (_, slot: string) => words.slots[slot]?.(random) ?? '')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** A UUID of version 7 (RFC 9562), like Maktaba's ids. */
export function uuidAt(at: Date, random: Random): string {
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(12)}`
}
