/** Milliseconds between two keys of a scanner, at most; a person is slower. */
const SCANNER_GAP = 50
/** Signs of the shortest code that is told from quick typing. */
const SHORTEST = 4

interface Key {
  key: string
  code: string
  shiftKey: boolean
  ctrlKey?: boolean
  timeStamp: number
}

/** What is to be done about a key, beside what the field does with it. */
type KeyMeaning = 'send' | 'ignore' | undefined

/** What a field holds: the text, and how the pressed keys read where that is something else. */
export interface TypedCode {
  text: string
  keys?: string
}

/** The signs of a US keyboard by the keys that have no letter and no digit: alone, and with Shift. */
const SIGNS: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Backslash: '\\|',
  Space: '  ',
  NumpadSubtract: '--',
  NumpadDivide: '//',
  NumpadMultiply: '**',
  NumpadDecimal: '..',
}
/** What the keys of digits give with Shift, from 0 to 9. */
const SHIFTED_DIGITS = ')!@#$%^&*('

/** The sign of a key on a US keyboard, as which scanners act; undefined for a key without one. */
function signOf({ code, shiftKey }: Key): string | undefined {
  const [, letter, row, digit] = /^(?:Key([A-Z])|(Digit|Numpad)([0-9]))$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  if (digit !== undefined) return shiftKey && row === 'Digit' ? SHIFTED_DIGITS[Number(digit)] : digit
  return SIGNS[code]?.[shiftKey ? 1 : 0]
}

/**
 * The keys that were pressed in a field. A scanner is a keyboard: it presses the keys of a US keyboard, whatever the layout of
 * this computer makes of them (`HA112` is `HQ&&é` on a French one). Some send Escape or Tab around a code.
 */
export class ScanKeys {
  /** What the field held before the first of these keys. */
  #kept = ''
  #signs = ''
  /** Whether each sign of the field came by a key, in order. */
  #isWhole = true
  #isFast = true
  #last = -Infinity

  /** Begins behind a text that the field holds. */
  start(kept = ''): void {
    this.#kept = kept
    this.#signs = ''
    this.#isWhole = true
    this.#isFast = true
  }

  /** Notes a key before the field has it; `isAtEnd`: what it types goes behind the rest. */
  press(key: Key, value: string, isAtEnd = true): KeyMeaning {
    if (value === '') this.start()
    const isFast = key.timeStamp - this.#last < SCANNER_GAP
    this.#last = key.timeStamp
    // A line feed at the end of a code is Ctrl+J, a carriage return may be Ctrl+M: they type nothing, and open a page of the browser.
    if (key.ctrlKey) return value !== '' && isFast && /^Key[JM]$/.test(key.code) ? 'send' : undefined
    if (key.key === 'Tab' && value !== '' && isFast) return 'send'
    if (key.key === 'Escape' && value !== '' && isFast) return 'ignore'
    if (key.key.length !== 1) {
      // A person corrects the text: its keys no longer tell all of it.
      if (key.key === 'Backspace' || key.key === 'Delete') this.#isWhole = false
      return undefined
    }
    const sign = signOf(key)
    if (sign === undefined || !isAtEnd) this.#isWhole = false
    if (this.#signs !== '') this.#isFast &&= isFast
    this.#signs += sign ?? ' '
    return undefined
  }

  /**
   * What the field holds. A code that was scanned, or a number that was typed, behind a text that the field held before is read
   * alone. The keys are read where a scanner has pressed them, or where all of them are keys of digits.
   */
  take(value: string): TypedCode {
    // Typing over the whole text leaves nothing of what the field held.
    const isOver = this.#isWhole && this.#signs.length === value.length
    const isBehind = this.#kept !== '' && value.startsWith(this.#kept) && !isOver
    const typed = isBehind ? value.slice(this.#kept.length) : value
    const signs = this.#signs
    const isWhole = this.#isWhole && signs.length === typed.length && typed.trim().length >= SHORTEST
    const isScan = isWhole && (this.#isFast || isTypedCode(signs.trim(), typed.trim()))
    const isAlone = isBehind && (isScan || isTypedNumber(typed.trim()))
    this.start()
    const text = (isAlone ? typed : value).trim()
    const isRead = isScan && (isAlone || typed === value)
    return { text, ...(isRead && signs.trim() !== text && { keys: signs.trim() }) }
  }
}

/**
 * Whether keys are those of a code, however slowly they came, as from a wireless scanner: digits alone, or a number where the layout
 * has made signs of it that stand in no name.
 */
const isTypedCode = (signs: string, text: string): boolean =>
  /^[0-9]+$/.test(signs) || (/^[A-Za-z0-9-]*\d[A-Za-z0-9-]*$/.test(signs) && /[^\p{L}\p{M}\p{N}\s'’.-]/u.test(text))

/** Whether a text can only be a number: no word that narrows a search has four digits. */
const isTypedNumber = (text: string): boolean => /^[\p{N}\p{L}-]+$/u.test(text) && /\p{N}{4}/u.test(text)
