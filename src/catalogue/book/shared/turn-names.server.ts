// Names as catalogues file them, 'Last, First', and as covers have them.

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

/** Years of a life behind a name: `(1950-....)`, `(1802-1885)`. */
const LIFE = /\([^()\p{L}]{0,20}\d{4}[^()]{0,20}\)$/u

/** A name without the full stop that some catalogues end it with, unless that is of an initial or an abbreviation. */
const withoutStop = (name: string): string => name.replace(/(?<=\p{Ll}{2}|\p{Lu}{3}|\p{Lo}{2})\.$/u, '')

/** A list of SLiMS, `<A><B>`, with `separator`; any other text as it is. */
export const unbracketed = (text: string, separator = '; '): string =>
  /^(<[^<>]+>)+$/.test(text) ? text.slice(1, -1).split('><').join(separator) : text

/** The names of a list between semicolons and the like; between strokes only where each is `Last, First`. */
function listedNames(text: string): string[] {
  const strokes = partsOf(text, /\//)
  const listed = strokes.length > 1 && strokes.every((one) => readInverted(one)) ? strokes : partsOf(text, /[;|؛]/u)
  return listed.filter((name) => name !== '')
}

/** The parts of `Last, First` or `Last, First, Jr.`; undefined for any other name. */
function readInverted(name: string): InvertedName | undefined {
  const [surname = '', given = '', ...rest] = partsOf(withoutStop(name.replace(LIFE, '').trimEnd()), /[,،]/u).filter(
    (part) => !YEARS.test(part),
  )
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
  const listed = listedNames(text)
  if (listed.length === 1) {
    const joined = partsOf(text.replace(/\s+/g, ' '), AND).map(readInverted)
    if (joined.length > 1) return joined.every((one) => one !== undefined) ? joined.map(turned).join(', ') : text
  }
  const names = listed.map((name) => ({ name, inverted: readInverted(name) }))
  if (names.every(({ inverted }) => !inverted)) return text
  return names.map(({ name, inverted }) => (inverted ? turned(inverted) : name)).join(', ')
}

/** Whether the first name is surely `Last, First`, and not the first two of a list of people with a comma between them. */
function isSurelyTurned(author: string): boolean {
  const [listed = ''] = listedNames(unbracketed(author.replace(/\s+/g, ' ')))
  const [first = ''] = partsOf(listed, AND)
  const read = readInverted(first)
  return read !== undefined && /^(\S+|(\p{Ll}\S*\s+)+\S+)$/u.test(read.surname)
}

/** `turnNames` where authors may be written either way: of `Victor Hugo, George Sand` nothing is turned. */
export const turnSureNames = (text: string): string => (isSurelyTurned(text) ? turnNames(text) : text)

/** Whether a text is a list of several names that are all `Last, First`, which no list of people with commas between them is. */
function isSureList(author: string): boolean {
  const listed = listedNames(unbracketed(author))
  return listed.length > 1 && listed.every((name) => readInverted(name))
}

/** Whether a text is one name as catalogues end it, `Marsh, Ellen.`, which no list of people is. */
const isSureHeading = (author: string): boolean => isSurelyTurned(author) && withoutStop(author) !== author

/** Whether most of the authors are written `Last, First`, and not as lists of people with a comma between them. */
export function areTurned(authors: readonly string[]): boolean {
  const named = authors.filter((author) => author !== '')
  const inverted = named.filter(isSurelyTurned)
  return (
    (inverted.length > 1 || inverted.some((one) => isSureList(one) || isSureHeading(one))) &&
    inverted.length * 5 >= named.length * 3
  )
}
