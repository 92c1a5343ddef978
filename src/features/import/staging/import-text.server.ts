import { unescapeXml } from '#formats/text/escape-xml.ts'
import { westernDigits } from '#lib/search/digits.ts'

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

/** Authors of SLiMS, `<A><B>`, as a list; any other text as it is. */
export const unbracketed = (text: string): string =>
  /^(<[^<>]+>)+$/.test(text) ? text.slice(1, -1).split('><').join(', ') : text

const SUFFIX = /^(jr|sr|ii|iii|iv)\.?$/i
const YEARS = /^\(?(\d{4})?\??\s?[-–]\s?(\d{4})?\??\)?$/
/** Words of companies, offices and of lists that are no name of a person. */
const CORPORATE =
  /(^|\s)(inc|ltd|co|corp|llc|gmbh|plc|s\.?a\.?|ministry|ministère|university|université|institute|institut|department|committee|association|society|société|school|école|library|press|editions?|éditions?|wizara|chuo|وزارة|جامعة|of|for|the|and|et|des|und|et al)\.?(\s|$)/iu

interface InvertedName {
  surname: string
  given: string
  suffix: string
}

/** The parts of a text between signs, trimmed. (A pattern with the spaces before a sign takes the square of their number.) */
const partsOf = (text: string, sign: RegExp): string[] => text.split(sign).map((part) => part.trim())

const AND = / (?:&|and|et|und|na|و) /u

/** The parts of `Last, First` or `Last, First, Jr.`; undefined for any other name. */
function readInverted(name: string): InvertedName | undefined {
  const [surname = '', given = '', ...rest] = partsOf(name, /[,،]/u).filter((part) => !YEARS.test(part))
  const [suffix = ''] = rest
  const isPerson = [surname, given].every(
    (part) => /^\P{N}+$/u.test(part) && part.split(/\s+/).length <= 4 && !CORPORATE.test(part),
  )
  return isPerson && !SUFFIX.test(given) && rest.length < 2 && (suffix === '' || SUFFIX.test(suffix))
    ? { surname, given, suffix }
    : undefined
}

const turned = ({ surname, given, suffix }: InvertedName): string => `${given} ${surname}${suffix && `, ${suffix}`}`

/** `Hugo, Victor; Sand, George` as `Victor Hugo, George Sand`. Names that are not so written stay. */
export function turnNames(text: string): string {
  const listed = partsOf(text, /[;|؛]/u).filter((name) => name !== '')
  if (listed.length === 1) {
    const joined = partsOf(text.replace(/\s+/g, ' '), AND).map(readInverted)
    if (joined.length > 1) return joined.every((one) => one !== undefined) ? joined.map(turned).join(', ') : text
  }
  const names = listed.map((name) => ({ name, inverted: readInverted(name) }))
  if (names.every(({ inverted }) => !inverted)) return text
  return names.map(({ name, inverted }) => (inverted ? turned(inverted) : name)).join(', ')
}

/** Whether most of the authors are written `Last, First`, and not as lists of people with a comma between them. */
export function areTurned(authors: readonly string[]): boolean {
  const named = authors.filter((author) => author !== '')
  const inverted = named.filter((author) => {
    const [listed = ''] = partsOf(author.replace(/\s+/g, ' '), /[;|؛]/u)
    const [first = ''] = partsOf(listed, AND)
    const read = readInverted(first)
    return read && /^(\S+|(\p{Ll}\S*\s+)+\S+)$/u.test(read.surname)
  })
  return inverted.length > 1 && inverted.length * 5 >= named.length * 3
}

const SUM =
  /^(grand |sub-?|sous-)?(totals?|totaux|somme|sum|summe|gesamt|insgesamt|jumla|المجموع|مجموع|الإجمالي|إجمالي)( général| kuu| الكلي)?\s*:?$/iu
const isNumber = (text: string): boolean => {
  const digits = westernDigits(text)
  return /^[\d\s.,%€$£-]+$/.test(digits) && /\d/.test(digits)
}

/** Whether a row is the sum below a table: a word such as "Total", and else numbers alone. */
export function isSumRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  const words = filled.filter((cell) => !isNumber(cell))
  const [word = ''] = words
  return filled.length > 1 && words.length === 1 && SUM.test(word.trim())
}
