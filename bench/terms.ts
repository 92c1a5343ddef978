import type { GeneratedBook } from './books.ts'
import { makeRandom } from './random.ts'

/** Search terms by kind; the same for the same books. */
export interface Terms {
  rare: string[]
  common: string[]
  the: string[]
  twoLetters: string[]
  twoWords: string[]
  typo: string[]
  arabic: string[]
}

const MANY = 12
const FUNCTION_WORDS = /^(the|and|with|from|dans|cette|pour|press|volume)$/
const isArabic = (word: string): boolean => /^\p{Script=Arabic}+$/u.test(word)

/** Collects search terms, book by book. */
export class TermCollector {
  readonly #count = new Map<string, number>()
  readonly #pairs: string[] = []
  readonly #surnames = new Set<string>()
  #books = 0

  add({ title, author, publisher }: GeneratedBook): void {
    this.#books += 1
    for (const word of new Set(wordsOf(`${title} ${author} ${publisher}`)))
      this.#count.set(word, (this.#count.get(word) ?? 0) + 1)
    if (this.#books % 800 !== 1) return
    const word = wordsOf(title).find((one) => one.length >= 4 && !FUNCTION_WORDS.test(one))
    const surname = wordsOf(author).at(-1)
    if (word !== undefined && surname !== undefined && surname.length >= 4 && !isArabic(word))
      this.#pairs.push(`${surname} ${word}`)
    if (surname !== undefined && surname.length >= 6 && !isArabic(surname)) this.#surnames.add(surname)
  }

  terms(): Terms {
    const all = [...this.#count].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    const long = all.filter(([word]) => word.length >= 5 && /^\p{L}+$/u.test(word))
    const arabic = all.filter(([word]) => isArabic(word) && word.length >= 3)
    const rare = long.filter(([word, count]) => count >= 2 && count <= 9 && !isArabic(word))
    const usual = all.filter(([word]) => word.length >= 4 && !FUNCTION_WORDS.test(word) && !isArabic(word))
    return {
      rare: spread(rare.map(first), MANY),
      common: spread(usual.slice(0, MANY * 4).map(first), MANY),
      the: ['the'],
      twoLetters: ['th', 'ma', 'ki', 'la', 'de', 'be', 'al', 'ro', 'sh', 'wa', 'مر', 'كت'],
      twoWords: spread(this.#pairs, MANY),
      typo: spread([...this.#surnames], MANY).map((word, index) => misspell(word, index, this.#count)),
      arabic: [...arabic.slice(0, MANY / 2).map(first), ...spread(arabic.slice(MANY / 2).map(first), MANY / 2)],
    }
  }
}

const first = ([word]: readonly [string, number]): string => word
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Picks items of a list at even distances. */
const spread = (list: readonly string[], many: number): string[] =>
  list.length <= many
    ? [...list]
    : Array.from({ length: many }, (_, at) => list[Math.floor((at * list.length) / many)] ?? '')

/** Swaps two letters, drops one or doubles one inside the word, such that the result is no known word. */
function misspell(word: string, seed: number, known: ReadonlyMap<string, number>): string {
  const random = makeRandom(seed)
  for (let attempt = 0; attempt < 20; attempt++) {
    const at = 1 + Math.floor(random() * (word.length - 3))
    const [head, one, two, tail] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)]
    const wrong = [`${head}${two}${one}${tail}`, `${head}${two}${tail}`, `${head}${one}${one}${two}${tail}`][
      attempt % 3
    ]
    if (wrong !== undefined && wrong !== word && !known.has(wrong)) return wrong
  }
  return `${word}x`
}
