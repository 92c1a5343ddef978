/** A mark of ISBD that ends a part and announces the next: `Title :`, `Paris,`. */
const MARK = /(?:\s*([/:;=,،؛]))+\s*$/u
/** Marks of direction: those that embed anywhere, the others at the ends of a part, where they hide its punctuation. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]|^[\s\u200E\u200F]+|[\u200E\u200F](?=[\s\u200E\u200F./:;=,،؛]*$)/gu
/** Words whose full stop is their own: initials and common abbreviations. */
const ABBREVIATED = /(^|[\s.])(\p{L}|jr|sr|inc|ltd|co|dr|etc|st|mr|mrs|ed|éd|cie|corp|bros|[^.\s]*\.\p{L})\.$/iu

/** Splits the mark off the end of a part. */
export function cleanPart(from: string): { text: string; mark: string } {
  const text = from.replace(DIRECTIONS, '').replace(/\s+/g, ' ')
  const [, mark = ''] = MARK.exec(text) ?? []
  return { text: text.replace(MARK, '').trim(), mark }
}

/** A text without the full stop and the marks at its end. */
export function cleanSentence(text: string): string {
  const part = cleanPart(text).text
  return part.endsWith('..') || ABBREVIATED.test(part) ? part : part.replace(/\s*\.$/, '')
}

/** A name: its initials keep their full stop, `Rowling, J. K.,`, and it has no other one at its end. */
export const cleanName = (text: string): string => cleanSentence(cleanPart(text).text.replace(/\.{2,}$/, '.'))

/**
 * `Rowling, J. K.` becomes `J. K. Rowling`, as catalogues for readers write it; `King, Martin, Jr.` ends with `, Jr.`.
 */
export function turnName(name: string): string {
  const [surname = '', given, ...rest] = name.split(/\s*[,،]\s*/u).filter(Boolean)
  return given ? [`${given} ${surname}`, ...rest].join(', ') : name
}
