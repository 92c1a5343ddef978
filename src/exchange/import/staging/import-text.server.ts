import { unescapeXml } from '#base/formats/text/escape-xml.ts'
import { joinList, listOfJson } from '#base/lib/list-cell.ts'
import { westernDigits } from '#base/lib/search/digits.ts'
import { fold } from '#base/lib/search/fold.ts'
import { maxLengthOf } from './import-cell.server.ts'

// HTML's names of U+00A0 to U+00FF, in their order.
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const NAMED = new Map<string, string>([
  ...LATIN_1.split(' ').map((name, at): [string, string] => [name, String.fromCodePoint(0xa0 + at)]),
  ...Object.entries({ oelig: 'œ', OElig: 'Œ', scaron: 'š', Scaron: 'Š', hellip: '…', ndash: '–', mdash: '—' }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', bull: '•', euro: '€' }),
])
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi

/** A text with the entities of HTML read; unknown ones stay. */
export const decodeEntities = (text: string): string =>
  unescapeXml(
    text.replace(ENTITY, (entity, decimal?: string, hex?: string, name = '') => {
      if (name) return NAMED.get(name) ?? entity
      const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16)
      return code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : entity
    }),
  )

export const hasEntity = (text: string): boolean => text.includes('&') && decodeEntities(text) !== text

/** Words between commas, semicolons or strokes, as programs write tags: `sea, school`, `mer/école`. */
export const splitTags = (text: string): string =>
  listOfJson(text) ? text : joinList(text.split(/[,;،؛/|\n]/u).flatMap((word) => word.trim() || []))

/** A title and what its column of subtitles says, unless the title has that already; undefined where that is too long. */
export function withSubtitle(title: string, subtitle: string): string | undefined {
  const other = subtitle.replace(/^[\s:/;.,–-]+/u, '').trim()
  if (other === '' || fold(title).includes(fold(other))) return title
  const joined = `${title.endsWith(':') ? title.slice(0, -1).trimEnd() : title}: ${other}`
  return joined.length <= maxLengthOf('title') ? joined : undefined
}

const MARKUP = /<\/?(?:p|div|span|br|b|i|em|strong|u|ul|ol|li|a|blockquote|h\d)(?:\s[^<>]*)?\/?>/gi
const LINE_END = /<(?:br\s*\/?|\/(?:p|div|li|ul|ol|blockquote|h\d))>/gi

/** A text without the markup of HTML, with a line for each paragraph. */
export const withoutMarkup = (text: string): string =>
  /<\/?[a-z]/i.test(text)
    ? text
        .replace(LINE_END, '\n')
        .replace(MARKUP, '')
        .split('\n')
        .flatMap((line) => line.trim() || [])
        .join('\n')
    : text

const SUM =
  /^(grand |sub-?|sous-)?(totals?|totaux|somme|sum|summe|gesamt|insgesamt|jumla|المجموع|مجموع|الإجمالي|إجمالي)( général| kuu| الكلي)?\s*:?$/iu
const isNumber = (text: string): boolean => {
  const digits = westernDigits(text)
  return /^[\d\s.,%€$£-]+$/.test(digits) && /\d/.test(digits)
}

/** Whether a row is the sum below a table: a word such as "Total", and else numbers alone. */
export function isSumRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  // Most rows have two words at once, and no further cell of theirs is read.
  const words: string[] = []
  for (const cell of filled) {
    if (isNumber(cell)) continue
    if (words.push(cell) > 1) return false
  }
  const [word = ''] = words
  return filled.length > 1 && words.length === 1 && SUM.test(word.trim())
}

/** A list of names cut after a whole name, with an ellipsis. */
export function shorten(names: string, max: number): string {
  const head = names.slice(0, max - 2)
  const end = head.search(/[,;،]\s*[^,;،]*$/)
  return end > 0 ? `${head.slice(0, end)}, …` : `${head.toWellFormed()}…`
}
