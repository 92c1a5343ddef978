// The same as public.fold in SQL, by which the server searches and sorts; this function marks hits in a text, searches and
// sorts the offline catalogue, and compares titles and headers where no database is asked. Tests compare the two by
// fold-cases.json and random strings. Sources: Unicode NFKD; Latin letters of CLDR's Latin-ASCII (PostgreSQL's
// unaccent.rules); Arabic as in Arabic retrieval (Larkey et al., SIGIR 2002).

/** Accents, points, harakat, tatweel, and invisible characters: soft hyphen, joiners, direction marks. */
const DROPPED =
  // oxlint-disable-next-line no-misleading-character-class -- these are marks, each by itself
  /[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u061C\u0640\u064B-\u065F\u0670\u0674\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u0898-\u089F\u08CA-\u08FF\u180E\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]/g
const SPACES = /[\t-\r \u0085\u1680\u2028\u2029]+/g
/** Acute accents that are used as apostrophes; NFKD would turn them into spaces. */
const ACUTE = /[\u00B4\u1FFD]/g
const NOT_PLAIN = /[^\0-_a-\x7F]/g

/** Letters that NFKD does not decompose: each group is a letter, then all that fold to it. */
const LETTERS = new Map(
  [
    'aⱥ bɓƀƃ cƈȼ dđðɗɖƌ eɛəǝɇ fƒ gɣɠǥ hħɦ iıɨɩ jɉ kƙ lłƚɫ nŋɲƞ oøɔɵ pƥ qĸ rɍɽ tŧƭʈⱦ uʉʊ vʋ yƴɏ zƶȥ σς',
    'اٱٲٳ هةۃەہھ ييىیے كکڪ 0٠۰ 1١۱ 2٢۲ 3٣۳ 4٤۴ 5٥۵ 6٦۶ 7٧۷ 8٨۸ 9٩۹',
    '\'’‘‛‚‹›ʼʻʽʾʿˈʹ′‵`ꞌ׳՚ -‐‒–—―−⁃⸺⸻־˗ "“”„‟«»״ʺ〝〞 ,،٬ ;؛ ?؟ %٪ .٫۔ /⁄∕',
  ].flatMap((row) => row.split(' ').flatMap(([to = '', ...from]) => from.map((letter) => [letter, to] as const))),
)
LETTERS.set('œ', 'oe').set('æ', 'ae').set('ß', 'ss').set('þ', 'th')

const foldLetters = (text: string): string =>
  text
    .replace(ACUTE, "'")
    .normalize('NFKD')
    .toLowerCase()
    .replace(DROPPED, '')
    .replace(NOT_PLAIN, (letter) => LETTERS.get(letter) ?? letter)

/** Folds case, accents and variants of a letter, as public.fold does in the database. */
export const fold = (text: string): string => foldLetters(text).replace(SPACES, ' ').replace(/^ | $/g, '')

/** A folded text, and for each of its UTF-16 units its range in the original, from `starts` up to `ends`. */
export interface FoldedText {
  text: string
  starts: number[]
  ends: number[]
}

/** A letter with its combining marks, which NFKD may reorder, and Japanese half-width sound marks. */
const PIECES = /[^\p{M}\uFF9E\uFF9F]?[\p{M}\uFF9E\uFF9F]*/gu

/** `fold` with a map to the original, so that a hit in the folded text can be marked there. */
export function foldWithMap(original: string): FoldedText {
  const starts: number[] = []
  const ends: number[] = []
  let text = ''
  for (const { 0: piece, index } of original.matchAll(PIECES)) {
    for (const unit of foldLetters(piece).replace(SPACES, ' ').split('')) {
      const isSpaceToo = unit === ' ' && (text === '' || text.endsWith(' '))
      if (isSpaceToo) continue
      text += unit
      starts.push(index)
      ends.push(index + piece.length)
    }
  }
  const isSpaceLast = text.endsWith(' ')
  return isSpaceLast
    ? { text: text.slice(0, -1), starts: starts.slice(0, -1), ends: ends.slice(0, -1) }
    : { text, starts, ends }
}
