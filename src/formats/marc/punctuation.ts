/** A mark of ISBD that ends a part and announces the next: `Title :`, `Paris,`. */
const MARK = /\s*([/:;=,،؛])\s*$/u
/** Words whose full stop is their own: initials and common abbreviations. */
const ABBREVIATED = /(^|[\s.])(\p{L}|jr|sr|inc|ltd|co|dr|etc|st|mr|mrs|ed|éd|cie|corp|bros|[^.\s]*\.\p{L})\.$/iu

/** Splits the mark off the end of a part. */
export function cleanPart(from: string): { text: string; mark: string } {
  const text = from.replace(/\s+/g, ' ')
  const [, mark = ''] = MARK.exec(text) ?? []
  return { text: text.replace(MARK, '').trim(), mark }
}

/** A text without the full stop and the marks at its end. */
export function cleanSentence(text: string): string {
  const part = cleanPart(text).text
  return part.endsWith('..') || ABBREVIATED.test(part) ? part : part.replace(/\s*\.$/, '')
}

/** A name: its initials keep their full stop, `Rowling, J. K.,`. */
export const cleanName = (text: string): string => cleanSentence(text)

/**
 * `Rowling, J. K.` becomes `J. K. Rowling`, as catalogues for readers write it; `King, Martin, Jr.` ends with `, Jr.`.
 */
export function turnName(name: string): string {
  const [surname = '', given, ...rest] = name.split(/\s*[,،]\s*/u)
  return given ? [`${given} ${surname}`, ...rest].join(', ') : name
}
