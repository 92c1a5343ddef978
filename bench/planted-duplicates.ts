import { fold } from '#base/lib/search/fold.ts'
import { pick, type Random } from './random.ts'

/** What a record says of a book. */
export interface Entry {
  title: string
  author: string
  publisher: string
}

/** Changes an entry as a second cataloguer would; undefined where the kind does not apply to it. */
type Change = (entry: Entry, random: Random) => Entry | undefined

const withTitle = (entry: Entry, title: string | undefined): Entry | undefined =>
  title === undefined || title === entry.title ? undefined : { ...entry, title }

const LATIN = 'abcdefghijklmnopqrstuvwxyz'
const ARABIC = 'ابتجحدرسشعفقكلمنهوي'
const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text)

/** One letter left out, doubled, changed or swapped with the next one, inside a word of four letters or more. */
function mistype(text: string, random: Random): string | undefined {
  const places = [...text.matchAll(/\p{L}(?=\p{L}{2})/gu)].map(({ index }) => index + 1)
  const usable = places.filter(
    (at) =>
      (/\p{L}*$/u.exec(text.slice(0, at))?.[0].length ?? 0) + (/^\p{L}*/u.exec(text.slice(at))?.[0].length ?? 0) >= 4,
  )
  if (usable.length === 0) return undefined
  const at = pick(random, usable)
  const [head, letter, next, tail] = [text.slice(0, at), text.charAt(at), text.charAt(at + 1), text.slice(at + 2)]
  const kind = random()
  if (kind < 0.25) return head + next + tail
  if (kind < 0.5) return head + letter + letter + next + tail
  if (kind < 0.75 && letter !== next) return head + next + letter + tail
  return head + pick(random, (isArabic(text) ? ARABIC : LATIN).split('')) + next + tail
}

const ACCENTED = /\p{L}\p{M}/gu

/**
 * Accents go, and with them apostrophes and hyphens, or each is a question mark, as in old systems: without accents alone
 * the library refuses the book.
 */
function loseAccents(text: string, random: Random): string {
  const taken = text.normalize('NFD')
  const marks = taken.match(ACCENTED)?.length ?? 0
  if (marks > 0 && marks <= 2 && random() < 0.5) return taken.replace(ACCENTED, '?')
  return taken.replace(/\p{M}/gu, '').replace(/œ/g, 'oe').replace(/Œ/g, 'Oe').replace(/['’-]/g, ' ')
}

const ARTICLES = /^(?:(?:the|an?|les?|la|une?|des)\s+|l['’])(?=\S)/i

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function turned(author: string, random: Random): string | undefined {
  const names = author.split(' ')
  const surname = names.pop() ?? ''
  if (names.length === 0 || /[,;&،]/.test(author) || surname.length < 2) return undefined
  const initials = names.map((name) => `${name.charAt(0)}.`)
  const kind = random()
  if (kind < 0.4) return `${surname}${isArabic(author) ? '،' : ','} ${names.join(' ')}`
  return kind < 0.7 ? `${initials.join(' ')} ${surname}` : `${surname}, ${initials.join('')}`
}

/** Spellings that stand for each other; the search that they begin with is replaced once or everywhere. */
const SPELLINGS: [RegExp, string][] = [
  [/ؤ/g, 'ئ'],
  [/ئ/g, 'ء'],
  [/(?<=\p{L})اء(?!\p{L})/gu, 'ا'],
  [/عبد ال/g, 'عبدال'],
  [/ض/g, 'ظ'],
  [/ذ/g, 'د'],
  [/غ(?=\p{L})/gu, 'ج'],
  [/ط(?=\p{L})/gu, 'ت'],
  // In names and other long words only.
  [/(?<=\p{Lu}\p{L}+)ou(?=\p{L}{2})/gu, 'u'],
  [/(?<=\p{Lu}\p{L}+)ph/gu, 'f'],
  [/(?<=\p{Lu}\p{L}{2,})y(?!\p{L})/gu, 'i'],
  [/(?<=\p{Lu}\p{L}+)ck/gu, 'k'],
  [/(?<=\p{Lu}\p{L}+)mm/gu, 'm'],
  [/(?<=\p{Lu}\p{L}+)th(?=\p{L})/gu, 't'],
  [/(?<=\p{Lu}\p{L}+)ee/gu, 'i'],
  [/(?<=\p{Lu}\p{L}+)[aeu]d(?!\p{L})/gu, 'id'],
]
const ROMANISED = new Map(
  "ا=a أ=a إ=i آ=aa ب=b ت=t ث=th ج=j ح=h خ=kh د=d ذ=dh ر=r ز=z س=s ش=sh ص=s ض=d ط=t ظ=z ع=' غ=gh ف=f ق=q ك=k ل=l م=m ن=n ه=h و=u ي=i ة=a ى=a ء=' ئ=' ؤ=' ،=,"
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)

/** Arabic in Latin letters: a vowel between two consonants, since the short ones are not written. */
function romanise(text: string): string {
  return text
    .replace(/\p{M}/gu, '')
    .split(' ')
    .map((word) => {
      const prefix = /^(?:و?ال)(?=\p{L}{2})/u.exec(word)?.[0] ?? ''
      const article = { '': '', ال: 'al-', وال: 'wa-l-' }[prefix] ?? ''
      const letters = word
        .slice(prefix.length)
        .split('')
        .map((letter) => ROMANISED.get(letter) ?? letter)
      return (
        article +
        capital(
          letters
            .map((letter, at) =>
              at > 0 && /[^aiu']$/.test(letters[at - 1] ?? '') && /^[^aiu',:]/.test(letter) ? `a${letter}` : letter,
            )
            .join(''),
        )
      )
    })
    .join(' ')
}

function respell(entry: Entry, random: Random): Entry | undefined {
  if (isArabic(entry.title) && random() < 0.4) {
    if (!isArabic(entry.author) && entry.author !== '') return undefined
    return { ...entry, title: romanise(entry.title), author: romanise(entry.author) }
  }
  const usable = SPELLINGS.filter(([spelling]) => `${entry.title} ${entry.author}`.search(spelling) >= 0)
  if (usable.length === 0) return undefined
  const [spelling, replacement] = pick(random, usable)
  return {
    ...entry,
    title: entry.title.replace(spelling, replacement),
    author: entry.author.replace(spelling, replacement),
  }
}

const VOLUME = /(?:,\s*(?:Volume|tome|kitabu cha)|،\s*الجزء)\s*(\d+)$/
const ROMANS = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']
const SERIES = /\s*\(([^()]+?),? #(\d+)\)$/

/** A volume in other words, or the series in brackets in another form or left out. */
function renumber(title: string, random: Random): string | undefined {
  const volume = VOLUME.exec(title)
  if (volume) {
    const number = Number(volume[1])
    const head = title.slice(0, volume.index)
    if (isArabic(title)) return `${head} ${pick(random, ['ج', 'ج.', 'المجلد', 'الجزء'])} ${number}`
    const forms = [
      ` vol. ${number}`,
      ` (Vol. ${number})`,
      `, v. ${number}`,
      ` #${number}`,
      `: Volume ${ROMANS[number] || number}`,
      `, T. ${number}`,
    ]
    return head + pick(random, forms)
  }
  const series = SERIES.exec(title)
  if (!series) return undefined
  const head = title.slice(0, series.index)
  const isNamedSo = head.toLowerCase().includes((series[1] ?? '').toLowerCase().replace(/^the /, ''))
  const forms = [
    `${head} (${series[1]}, Book ${series[2]})`,
    `${head} [${series[1]} ${series[2]}]`,
    ...(isNamedSo ? [] : [head]),
  ]
  return pick(random, forms)
}

const SUBTITLE = /^([^:]{4,}?)\s*:\s+\S.*$/
const SUBTITLES: Record<string, string[]> = {
  en: ['A Novel', 'The True Story of a Family', 'A Memoir in Letters', 'An Introduction'],
  fr: ['roman', 'récits d’une enfance', 'essai sur la mémoire', 'une histoire vraie'],
  ar: ['رواية', 'سيرة ذاتية', 'دراسة في التاريخ', 'قصص قصيرة'],
  sw: ['riwaya', 'hadithi za kale', 'historia fupi', 'mashairi teule'],
}

/** The nine kinds of duplicates. Some change the original too (`before`), so that the kind applies to it. */
export const DUPLICATES: Record<string, Change> = {
  'one typo': (entry, random) => withTitle(entry, mistype(entry.title, random)),
  'two typos': (entry, random) => {
    if (entry.title.replace(/[^\p{L}]/gu, '').length < 10) return undefined
    const once = mistype(entry.title, random)
    return withTitle(entry, once && mistype(once, random))
  },
  'accents lost': (entry, random) => {
    if (entry.title.normalize('NFD').search(ACCENTED) < 0) return undefined
    const title = loseAccents(entry.title, random)
    return fold(title) === fold(entry.title) ? undefined : { ...entry, title }
  },
  'article dropped': (entry) =>
    withTitle(entry, capital(entry.title.replace(ARTICLES, '').replace(/^ال(?=\p{L}{3})/u, ''))),
  'subtitle dropped': (entry) => withTitle(entry, SUBTITLE.exec(entry.title)?.[1]),
  'author turned': (entry, random) => {
    const author = turned(entry.author, random)
    return author === undefined ? undefined : { ...entry, author }
  },
  'publisher differs': (entry, random) => {
    const title = pick(random, [
      `${entry.title}.`,
      entry.title.replace(/ and /, ' & '),
      entry.title.replace(/: /, ' - '),
      `"${entry.title}"`,
    ])
    return withTitle({ ...entry, publisher: `${entry.publisher || 'Maktaba'} Press` }, title)
  },
  spelling: respell,
  'series or volume': (entry, random) => withTitle(entry, renumber(entry.title, random)),
}

/** Gives an original what its kind is about: a subtitle, a series; undefined where it needs nothing. */
export function prepared(kind: string, entry: Entry, language: string, random: Random): Entry | undefined {
  if (kind === 'subtitle dropped' && !SUBTITLE.test(entry.title) && !/[(),،]/.test(entry.title))
    return { ...entry, title: `${entry.title}: ${pick(random, SUBTITLES[language] ?? [])}` }
  if (kind === 'series or volume' && !/[(),:،]/.test(entry.title)) {
    const number = 1 + Math.floor(random() * 9)
    if (language === 'ar') return { ...entry, title: `${entry.title}، الجزء ${number}` }
    return {
      ...entry,
      title:
        random() < 0.5
          ? `${entry.title} (${pick(random, ['Chronicles', 'Hadithi za Pwani', 'Les Héritiers', 'Saga of the North'])}, #${number})`
          : `${entry.title}, Volume ${number}`,
    }
  }
  return undefined
}

/** Books that look alike and are not the same: each function makes two of one. */
export const NEAR_MISSES: Record<string, (entry: Entry, random: Random, another: Entry) => Entry[] | undefined> = {
  volumes: (entry) => {
    if (/[(),،:]|\d/.test(entry.title)) return undefined
    const word = isArabic(entry.title) ? '، الجزء' : ', Volume'
    return [1, 2].map((number) => ({ ...entry, title: `${entry.title}${word} ${number}` }))
  },
  'numbered series': (entry, random) => {
    if (/[(),،:]|\d/.test(entry.title)) return undefined
    const at = 1 + Math.floor(random() * 8)
    return [at, at + 1].map((number) => ({ ...entry, title: `${entry.title} (${entry.title}, #${number})` }))
  },
  'another author': (entry, _, another) =>
    another.author === '' || another.author.split(' ').at(-1) === entry.author.split(' ').at(-1) || entry.author === ''
      ? undefined
      : [{ ...entry, author: another.author }],
  'editions by year': (entry, random) => {
    if (/[(),،:]|\d/.test(entry.title)) return undefined
    const year = 1950 + Math.floor(random() * 60)
    return [year, year + 3].map((one) => ({ ...entry, title: `${entry.title} (${one})` }))
  },
}
