/** Milliseconds between two keys of a scanner, at most; a person is slower. */
const SCANNER_GAP = 50

interface Key {
  key: string
  code: string
  timeStamp: number
}

/** What is to be done about a key, beside what the field does with it. */
type KeyMeaning = 'send' | 'ignore' | undefined

/**
 * The keys of the field since it was empty. A scanner is a keyboard: whatever signs the layout has in their place, it
 * presses the keys of digits. Some send Escape or Tab around a code.
 */
export class ScanKeys {
  #digits = ''
  #isDigits = true
  #last = -Infinity

  /** Notes a key before the field has it; `isAtEnd`: what it types goes behind the rest. */
  press({ key, code, timeStamp }: Key, value: string, isAtEnd = true): KeyMeaning {
    if (value === '') this.#start()
    const isFast = timeStamp - this.#last < SCANNER_GAP
    this.#last = timeStamp
    if (key === 'Tab' && value !== '' && isFast) return 'send'
    if (key === 'Escape' && value !== '' && isFast) return 'ignore'
    if (key.length !== 1) {
      // Something is mended by hand.
      if (key === 'Backspace' || key === 'Delete') this.#isDigits = false
      return undefined
    }
    const [, digit] = /^(?:Digit|Numpad)([0-9])$/.exec(code) ?? []
    if (digit === undefined || !isAtEnd) this.#isDigits = false
    else this.#digits += digit
    return undefined
  }

  /** The code of the field: the digits of its keys, where it was typed with keys of digits alone. */
  take(value: string): string {
    const isTypedAsDigits = !/^[0-9]+$/.test(value) && this.#isDigits
    const digits = isTypedAsDigits && this.#digits.length === value.length && value.length >= 4 ? this.#digits : value
    this.#start()
    return digits
  }

  #start(): void {
    this.#digits = ''
    this.#isDigits = true
  }
}

/** The codes of a text that was pasted: several scans in one message stand on lines of their own. */
export const codesOf = (text: string): string[] =>
  text
    .split(/[\r\n\t]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '')
