import * as z from 'zod/mini'
import { westernDigits } from '#base/lib/search/digits.ts'

/** Symbols of a code: 12 of 32, so 60 bits. */
export const CARD_SYMBOLS = 12

/** Crockford's base 32: no I, L, O and U, which are mistaken for others. */
export const CARD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Days that a card may be valid, from a day to a term. */
export const CARD_DAYS = [1, 7, 30, 120] as const

/** The symbols of a code as people type, paste or scan it: in any case, with spaces and dashes, or as the whole link. */
export function cardSymbols(text: string): string {
  const symbols = westernDigits(text.slice(text.lastIndexOf('#') + 1)).normalize('NFKC')
  return symbols
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

const CODE = new RegExp(`^[${CARD_ALPHABET}]{${CARD_SYMBOLS}}$`)

/** The code of a sign-in card, as people type it. */
export const cardCodeSchema = z
  .pipe(z.string().check(z.maxLength(300, { abort: true })), z.transform(cardSymbols))
  .check(z.refine((code) => CODE.test(code)))
