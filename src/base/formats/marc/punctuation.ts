/** Marks of ISBD that end a part and announce the next: `Title :`, `Paris,`. */
const MARKS = '/:;=,،؛'
/** Marks of text direction: embeddings and isolates anywhere, and the simple marks at the beginning of a part. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]|^[\s\u200E\u200F]+/gu
/** Punctuation at the end of a part, with the simple marks of direction that stand among it. */
const AT_END = /[\s\u200E\u200F./:;=,،؛]/u
/** Words whose full stop is their own: initials and common abbreviations. */
const ABBREVIATED = /(^|[\s.])(\p{L}|jr|sr|inc|ltd|co|dr|etc|st|mr|mrs|ed|éd|cie|corp|bros|[^.\s]*\.\p{L})\.$/iu

/** What catalogues have noted in a text for themselves. */
const NOTED = /\[from old catalog\]\.?/gi
/** Words that are not sorted by, between double brackets. */
const NOT_SORTED = /<<([^<>]*)>>/g

/** Splits the mark off the end of a part. */
export function cleanPart(from: string): { text: string; mark: string } {
  const embedded = from.replace(DIRECTIONS, '').replace(NOTED, '').replace(NOT_SORTED, '$1')
  const end = endBefore(embedded, (sign) => AT_END.test(sign))
  const text = `${embedded.slice(0, end)}${embedded.slice(end).replace(/[\u200E\u200F]/g, '')}`.replace(/\s+/g, ' ')
  const endOfText = endBefore(text, isMark)
  const mark = text.slice(endOfText).trimEnd().at(-1) ?? ''
  return { text: text.slice(0, endOfText).trim(), mark }
}

/** The punctuation at the end of a part, with the spaces before it. */
export const endMarks = (part: string): string => part.slice(endBefore(part, (sign) => AT_END.test(sign)))

const isMark = (sign: string): boolean => sign === ' ' || MARKS.includes(sign)

/** Where the signs at the end of a text begin. Not by a pattern, which takes the square of their number. */
function endBefore(text: string, isSign: (sign: string) => boolean): number {
  let end = text.length
  while (end > 0 && isSign(text.charAt(end - 1))) end -= 1
  return end
}

/** A text without the full stop and the marks at its end. */
export function cleanSentence(text: string): string {
  const part = cleanPart(text).text
  return part.endsWith('..') || ABBREVIATED.test(part) ? part : part.replace(/\s*\.$/, '')
}

/** A name: its initials keep their full stop, `Rowling, J. K.,`, and it has no other one at its end. */
export function cleanName(from: string): string {
  const { text } = cleanPart(from)
  const end = endBefore(text, (sign) => sign === '.')
  return cleanSentence(text.slice(0, end + 1))
}

/** A name without the brackets in which the cataloguer has put it, also where only one bracket is there. */
export const withoutBrackets = (name: string): string => name.replace(/^\[([^[\]]*)\]?$|^([^[]*)\]$/, '$1$2')

/** Years of a life, for which a name has a subfield of its own: `1947-2013`, `1965-`, `b. 1940`, `ca. 1850-1900`. */
const YEARS =
  /^\(?(?:(?:b|d|ca?|fl|active|born|died|né|née|m)\.? )?\d{3,4}\??(?:\s?[-–]\s?(?:ca?\. )?(?:\d{3,4}\??|\.{2,4})?)?\)?$/iu

/**
 * `Rowling, J. K.` becomes `J. K. Rowling`, as catalogues for readers write it; `King, Martin, Jr.` ends with `, Jr.`, and years of a
 * life are left out.
 */
export function turnName(name: string): string {
  const [surname = '', given, ...rest] = name
    .split(/[,،]/u)
    .map((part) => part.trim())
    .filter((part, at) => part !== '' && (at === 0 || !YEARS.test(part)))
  return given ? [`${given} ${surname}`, ...rest].join(', ') : name
}
