// The number of a volume in a search, the same on the server and in the offline catalogue: titles say "(Harry Potter, #3)",
// people type `harry potter 3`, `harry potter book 3`, `harry potter III`. All words are folded as `fold_words` does, which
// writes Arabic letters as capitals: ABRWء is الجزء.

/** Before the number, in four languages. */
const MARKER =
  '(?:book|volume|vol|part|number|no|tome|livre|partie|numero|kitabu(?: cha)?|sehemu(?: ya)?|juzuu(?: ya)?|(?:AB)?RWء|(?:AB)?DRBL|(?:AB)?PHAI)'
/** From 2 to 20, by number. One letter alone is a word or a name. */
const ROMAN = ' i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')
const TYPED_ROMAN = ROMAN.filter(({ length }) => length > 1)
const NUMBER = `(?:[0-9]{1,3}|${TYPED_ROMAN.join('|')})`

const NUMBERED = new RegExp(` (?:(${MARKER}) )?(${NUMBER})(?= )`, 'g')
const VOLUME = new RegExp(`^(.+?) (?:${MARKER} )?#?(${NUMBER})$`)

const valueOf = (number: string): number => (/\d/.test(number) ? Number(number) : ROMAN.indexOf(number))

/**
 * For words of a search, whole words that mean the same in a title: `#3` and `iii` for the 3 of `harry potter 3`, `#3` for the
 * `book` before it. A number without a name beside it stays what it is.
 */
export function numberWords(folded: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const spaced = ` ${folded} `
  if (spaced.replace(NUMBERED, '').trim() === '') return found
  for (const [, marker = '', number = ''] of spaced.matchAll(NUMBERED)) {
    const value = valueOf(number)
    const signed = `#${value}`
    for (const word of marker.split(' ').filter(Boolean)) found.set(word, [signed])
    found.set(
      number,
      [signed, String(value), value > 1 ? (ROMAN[value] ?? '') : ''].filter((word) => word !== '' && word !== number),
    )
  }
  return found
}

/** Written out, behind a name: the numbers of the volumes of a series. */
const WRITTEN = new Map(
  [
    'one first premier premiere kwanza ABAGB ABAGBC',
    'two second deux deuxieme pili ABZAEC ABZAECJ',
    'three third trois troisieme tatu ABZABZ ABZABZJ',
    'four fourth quatre quatrieme nne ABFAIK ABFAIKJ',
    'five fifth cinq cinquieme tano ABUADM ABUADMJ',
    'six sixth sixieme sita ABMAEM ABMAEMJ',
    'seven seventh sept septieme saba ABMAIK ABMAIKJ',
    'eight eighth huit huitieme nane',
    'nine ninth neuf neuvieme tisa',
    'ten tenth dix dixieme kumi',
  ].flatMap((words, at) => words.split(' ').map((word) => [word, String(at + 1)] as const)),
)

/** The words of a search with digits for a number written out at their end: `harry potter 3` for `harry potter three`. */
export const inDigits = (words: readonly string[]): string[] =>
  words.map((word, at) => (at > 0 && at === words.length - 1 && WRITTEN.get(word)) || word)

const escaped = (text: string): string =>
  text.replace(/[\0-/:-@[-`{-\u007F]/g, (sign) => (sign === ' ' ? sign : `\\${sign}`))

/**
 * A pattern, for PostgreSQL and for JavaScript, of the words of titles that are the volume that a search ends with: the name
 * of the series and the number, not one of several (`#1-3`) or a part (`#1.5`). Undefined for a search without a number.
 */
export function volumePattern(folded: string): string | undefined {
  const [, series, number] = VOLUME.exec(folded) ?? []
  if (series === undefined || number === undefined || /^[#0-9 ]+$/.test(series)) return undefined
  return ` ${escaped(series)} (?:${MARKER} )?#?0?${valueOf(number)}(?: [^0-9]|$)`
}
