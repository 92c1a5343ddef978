import { foldedWords } from './fold-words.ts'
import { sorted } from './sorted.ts'

// Which words of a search that finds nothing are left out, the same on the server and in the offline catalogue.

const folded = (words: string): Set<string> => new Set(words.split(' ').map((word) => foldedWords(word).join(' ')))

/** Words that say what kind of book is looked for, or that a person wrote it: in four languages, not which book. */
const FORM = folded(
  'by book books ebook novel novels series trilogy saga story stories tale tales poem poems poetry play comic comics biography ' +
    'autobiography memoir author writer written isbn film movie pdf summary ' +
    'livre livres roman romans par auteur auteure écrivain série trilogie conte contes poème poèmes poésie nouvelle nouvelles bd ' +
    'biographie autobiographie résumé pièce ' +
    'kitabu vitabu riwaya hadithi mwandishi mtunzi mfululizo mashairi shairi tamthilia diwani wasifu muhtasari ' +
    'كتاب الكتاب كتب رواية الرواية روايات قصة القصة قصص ديوان سلسلة سيرة مسرحية تأليف بقلم للكاتب الكاتب للكاتبة الكاتبة للمؤلف ' +
    'المؤلف ملخص ردمك',
)
/** Words that join other words, such as articles and prepositions. */
const JOINING = folded(
  'of the a an and from with in de du des le la les l un une et dans cha vya ya wa za la kwa na katika في من عن و',
)

/** Of more words no pair is left out: each pair is a search of its own. */
const MOST_IN_PAIRS = 4

/** A word as it stands in a search. */
interface TypedWord {
  at: number
  typed: string
  folded: string
}

/** A search without some of its words. */
interface Shortened {
  words: TypedWord[]
  left: TypedWord[]
}

/** Where hits and similar books of a search are looked for. */
interface Look<Book> {
  /** The first hits of a search, the best first, with their ranks. */
  hits: (searchTerm: string) => Promise<readonly { rank: number; book: Book }[]>
  /** Books that a search without hits may have meant. */
  near: (searchTerm: string) => Promise<Book[]>
  /** Books with another title that a search means. */
  others: (searchTerm: string) => Promise<Book[]>
  /** The folded words of the search that stand in no book, and mean no word that stands in one. */
  unknown: () => Promise<ReadonlySet<string>>
}

/** What a search finds without some of its words. */
export interface FoundWithout<Book> {
  books: Book[]
  /** The words that were left out, as they were typed, in their order. */
  without: string[]
}

/**
 * What a search finds that has neither hits nor similar books: without the words of form; as another title; without the words
 * that no book has; without the one or two that leave the best hits. No books where that finds none either.
 */
export async function findWithout<Book>(searchTerm: string, look: Look<Book>): Promise<FoundWithout<Book>> {
  const words = wordsOf(searchTerm)
  const whole = { words, left: [] }
  const formless = withoutForm(whole)
  const bases = [formless, leave(formless, isJoining)]
  const tried = new Set([textOf(words)])
  const untried = (all: readonly Shortened[]): Shortened[] =>
    all.filter((one) => {
      const text = textOf(one.words)
      return text !== '' && !tried.has(text) && tried.add(text)
    })
  const plain =
    (await firstFound(look, untried([formless]))) ??
    (await firstOther(look, formless.left.length > 0 ? [whole, formless] : [whole])) ??
    (await firstFound(look, untried(bases)))
  if (plain) return plain
  if (words.length < 2) return { books: [], without: [] }
  const unknown = await look.unknown()
  const known = bases.map((base) => leave(base, (word) => word.folded.split(' ').some((one) => unknown.has(one))))
  return (
    (await firstFound(look, untried(known))) ??
    (await bestFound(look, untried(known.flatMap(withoutOne)))) ??
    (await bestFound(look, untried(known.flatMap(withoutTwo)))) ?? { books: [], without: [] }
  )
}

const wordsOf = (searchTerm: string): TypedWord[] =>
  searchTerm
    .trim()
    .split(/\s+/)
    .map((typed, at) => ({ at, typed, folded: foldedWords(typed).join(' ') }))
    .filter(({ folded: word }) => word !== '')

const textOf = (words: readonly TypedWord[]): string => words.map(({ typed }) => typed).join(' ')

const isForm = ({ folded: word }: TypedWord): boolean => FORM.has(word)
const isJoining = ({ folded: word }: TypedWord): boolean => JOINING.has(word)

/** Leaves out more words. */
function leave(base: Shortened, isLeft: (word: TypedWord, at: number) => boolean): Shortened {
  const left = new Set(base.words.filter(isLeft))
  return { words: base.words.filter((word) => !left.has(word)), left: [...base.left, ...left] }
}

/** Without the words of form, and those that join them with the others: `kitabu cha`, `le livre du`. */
function withoutForm(base: Shortened): Shortened {
  const { words } = base
  const isNextTo = (at: number, step: number): boolean => {
    const next = words[at + step]
    return next !== undefined && (isForm(next) || (isJoining(next) && isNextTo(at + step, step)))
  }
  return leave(base, (word, at) => isForm(word) || (isJoining(word) && (isNextTo(at, -1) || isNextTo(at, 1))))
}

/** Every way to leave out one of the words that tell something. */
const withoutOne = (base: Shortened): Shortened[] => {
  const telling = base.words.filter((word) => !isJoining(word))
  return telling.length < 2 ? [] : telling.map((left) => leave(base, (word) => word === left))
}

const withoutTwo = (base: Shortened): Shortened[] =>
  base.words.length > MOST_IN_PAIRS ? [] : withoutOne(base).flatMap(withoutOne)

/** The first search that finds books, or at least similar ones. */
async function firstFound<Book>(
  look: Look<Book>,
  searches: readonly Shortened[],
): Promise<FoundWithout<Book> | undefined> {
  for (const { words, left } of searches) {
    const text = textOf(words)
    const hits = await look.hits(text)
    const books = hits.length > 0 ? hits.map(({ book }) => book) : await look.near(text)
    if (books.length > 0) return { books, without: shown(left) }
  }
  return undefined
}

/** The first search that means another title of books. */
async function firstOther<Book>(
  look: Look<Book>,
  searches: readonly Shortened[],
): Promise<FoundWithout<Book> | undefined> {
  for (const { words, left } of searches) {
    const books = words.length === 0 ? [] : await look.others(textOf(words))
    if (books.length > 0) return { books, without: shown(left) }
  }
  return undefined
}

/** The search whose first hit is of the best rank; of several, the one that leaves out the fewest letters. */
async function bestFound<Book>(
  look: Look<Book>,
  searches: readonly Shortened[],
): Promise<FoundWithout<Book> | undefined> {
  const found = []
  for (const { words, left } of searches) {
    const hits = await look.hits(textOf(words))
    if (hits[0]) found.push({ rank: hits[0].rank, letters: textOf(left).length, hits, left })
  }
  const [best] = sorted(found, (a, b) => a.rank - b.rank || a.letters - b.letters)
  return best && { books: best.hits.map(({ book }) => book), without: shown(best.left) }
}

/** Words as they were typed, without the punctuation around them. */
const shown = (left: readonly TypedWord[]): string[] =>
  sorted(left, (a, b) => a.at - b.at).map(
    ({ typed, folded: word }) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?/u.exec(typed)?.[0] ?? word,
  )
