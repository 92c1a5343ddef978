import { makeRandom, pick, zipf } from './random.ts'

/** The optional fields of a book, as a library of some 30 shelves and subjects fills them. */
export interface WholeFields {
  isbn: string[]
  year: number | null
  pages: number | null
  series: string
  volume: string
  shelfMark: string
  subjects: string[]
  summary: string
}

const PLACES = 'Africa Kenya Algérie Zanzibar Cairo Europe Asia Nairobi Dakar Tunis'.split(' ')
const THEMES = 'History Poetry Law Medicine Agriculture Education Religion Music Childhood Language'.split(' ')

/** An ISBN that is used once (ISO 2108). */
function isbnAt(index: number): string {
  const body = `978${String(200_000_000 + index).padStart(9, '0')}`
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** Endless optional fields, the same in every run: as often filled as in the MARC files of three libraries. */
export function* generateWholeFields(seed: number): Generator<WholeFields, never> {
  const random = makeRandom(seed)
  const series = zipf(
    Array.from({ length: 400 }, (_, at) => `${pick(random, THEMES)} of ${pick(random, PLACES)} ${at}`),
    0.6,
  )
  const subjects = zipf(
    PLACES.flatMap((place) => THEMES.map((theme) => `${theme} -- ${place}`)),
    0.7,
  )
  for (let index = 0; ; index++) {
    const isOfSeries = random() < 0.3
    yield {
      isbn: random() < 0.8 ? [isbnAt(index)] : [],
      year: random() < 0.95 ? 2026 - Math.floor(random() ** 2 * 120) : null,
      pages: random() < 0.9 ? 30 + Math.floor(random() ** 2 * 900) : null,
      series: isOfSeries ? series(random) : '',
      volume: isOfSeries && random() < 0.7 ? String(1 + Math.floor(random() * 60)) : '',
      shelfMark:
        random() < 0.9
          ? `${String(Math.floor(random() * 1000)).padStart(3, '0')}.${Math.floor(random() * 99)} ${String.fromCodePoint(65 + Math.floor(random() * 26))}`
          : '',
      subjects: [...new Set(Array.from({ length: Math.floor(random() * 4) }, () => subjects(random)))],
      summary:
        random() < 0.3 ? `About ${subjects(random)}, ${subjects(random)} and ${series(random)}. `.repeat(3).trim() : '',
    }
  }
}
