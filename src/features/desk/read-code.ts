import { readIsbn } from '#lib/isbn.ts'
import { westernDigits } from '#lib/search/digits.ts'
import { scannedDigits } from '#lib/search/scanned-digits.ts'

/** What somebody scanned or typed at the desk. */
interface ReadCode {
  /** As it is shown, and kept where nobody knows it. */
  text: string
  /** The number that it may be, in capitals; undefined for what can be none. */
  number?: string
  isbn?: string
  /** Words that may be of a name. */
  name?: string
  /** It is a name or nothing: no number is without a digit. */
  isName: boolean
}

/**
 * Reads a code: without the control characters that some scanners send, in digits of any script, and as the digits that a
 * French keyboard layout has made signs of.
 */
export function readCode(scanned: string): ReadCode {
  const text = scanned
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
  const bare = westernDigits(/\p{L}{2}/u.test(text.replace(/[àéèç]/g, '')) ? text : scannedDigits(text)).replace(
    /\s/g,
    '',
  )
  const isbn = readIsbn(bare)
  return {
    text,
    isName: /\p{L}/u.test(text) && !/\d/.test(bare),
    ...(/^[A-Za-z0-9-]{1,30}$/.test(bare) && { number: bare.toUpperCase() }),
    ...(isbn !== undefined && { isbn }),
    ...(/\p{L}/u.test(text) && { name: text }),
  }
}
