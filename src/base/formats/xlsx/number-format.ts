type MaskPart = { digit: '0' | '#' } | { text: string }

/** How a style shows numbers, as far as it changes what is read. */
export type NumberStyle =
  | { kind: 'number' }
  | { kind: 'date' }
  /** Digits among texts, as of labels: `"BIB"0000`, `00-0000`. A `0` is shown in any case, a `#` where there is a digit. */
  | { kind: 'mask'; parts: readonly MaskPart[] }
  | { kind: 'percent'; decimals: number }

/** Formats with these numbers are dates and times (ECMA-376, 18.8.30), also those that depend on the language. */
const isDateId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Characters of a format, at most: the limit of Excel. */
const CODE_MAX = 255

/** `0%`, `0.00 %`. */
const PERCENT = /^[#,]*0\.?(0{0,30})\s?%$/

/** `code` is that of a format of the workbook's own. */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) {
    if (id === 9 || id === 10) return { kind: 'percent', decimals: id === 9 ? 0 : 2 }
    return isDateId(id) ? { kind: 'date' } : { kind: 'number' }
  }
  const [, decimals] = PERCENT.exec(code) ?? []
  if (decimals !== undefined) return { kind: 'percent', decimals: decimals.length }
  const parts = code.length <= CODE_MAX ? maskOf(code) : undefined
  if (parts) return { kind: 'mask', parts }
  // Without quoted text, escaped characters, colours and languages, and what is not positive.
  const bare =
    code
      .slice(0, CODE_MAX)
      .replace(/"[^"]*"|[\\_*].|\[[^\]]*\]/g, '')
      .split(';', 1)[0] ?? ''
  return /[dmyhs]/i.test(bare) ? { kind: 'date' } : { kind: 'number' }
}

const MASK_PART = /"([^"]*)"|\\(.)|(_.)|(\*.|\[[^\]]*\])|([0#])|([-+() :'&~{}=<>!^])/suy

/**
 * The parts of a format of labels: nothing but digits and texts. A single digit before a text is a number with its unit, which is
 * read without it; so is one behind a sign of a currency.
 */
function maskOf(code: string): MaskPart[] | undefined {
  const parts: MaskPart[] = []
  MASK_PART.lastIndex = 0
  while (MASK_PART.lastIndex < code.length && code[MASK_PART.lastIndex] !== ';') {
    const [, quoted, escaped, space, nothing, digit, sign] = MASK_PART.exec(code) ?? []
    const text = quoted ?? escaped ?? (space === undefined ? sign : ' ')
    if (digit !== undefined) parts.push({ digit: digit === '0' ? '0' : '#' })
    else if (text !== undefined) parts.push({ text })
    else if (nothing === undefined) return undefined
  }
  const first = parts.findIndex((part) => 'digit' in part)
  const isNamed = parts.slice(0, first).some((part) => 'text' in part && /[\p{L}\p{N}]/u.test(part.text))
  const zeros = parts.filter((part) => 'digit' in part && part.digit === '0').length
  return first >= 0 && (zeros > 1 || isNamed) ? parts : undefined
}

/** The digits of a number put into a mask from the right; what has no place stands at the first one. */
function maskedText(digits: string, parts: readonly MaskPart[]): string {
  const places = parts.filter((part) => 'digit' in part).length
  let left = digits.padStart(places, ' ')
  let isFirst = true
  const texts = parts.map((part) => {
    if ('text' in part) return part.text
    const size = isFirst ? left.length - places + 1 : 1
    isFirst = false
    const shown = left.slice(0, size)
    left = left.slice(size)
    return shown === ' ' ? (part.digit === '0' ? '0' : '') : shown
  })
  return texts.join('').trim()
}

const DAY = 86_400_000
/** The day before 1 January 1900, and 1 January 1904 for workbooks that count from there. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 31), 1904: Date.UTC(1904, 0, 1) }
/** Serial number of the day after 31 December 9999, the last day of Excel. */
const DATE_MAX = 2_958_466
/** Above this number a percentage has no significant digits after the point. */
const PERCENT_MAX = 1e12

/** A number of a cell as text: as it was typed, or a date as YYYY-MM-DD. */
export function numberText(value: string, style: NumberStyle, epoch: keyof typeof EPOCHS): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (style.kind === 'percent' && Math.abs(number) < PERCENT_MAX) return `${(number * 100).toFixed(style.decimals)}%`
  if (style.kind === 'date' && number >= 0 && number < DATE_MAX) return dateText(number, epoch)
  // Excel shows 15 digits; a file has up to 17, such as 0.30000000000000004.
  const text = Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(15)))
  if (style.kind === 'mask' && /^\d+$/.test(text)) return maskedText(text, style.parts)
  return text.includes('e') ? value : text
}

function dateText(days: number, epoch: keyof typeof EPOCHS): string {
  // Excel counts a 29 February 1900, which was none.
  const real = epoch === 1900 && days >= 60 ? days - 1 : days
  const text = new Date(EPOCHS[epoch] + Math.round(real * DAY)).toISOString()
  const [date = '', time = ''] = text.slice(0, 19).split('T')
  if (days < 1) return time
  return time === '00:00:00' ? date : `${date} ${time}`
}
