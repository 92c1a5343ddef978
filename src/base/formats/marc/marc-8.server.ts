import mapping from 'marc8/lib/marc8_mapping.js'
import { iso5426 } from './iso-5426.ts'

const ESCAPE = 0x1b
const SUBFIELD = 0x1f
const AMPERSAND = 0x26
const BASIC_LATIN = 0x42
const ANSEL = 0x45
/** ISO 5426 is no set of MARC-8, but used as one here. */
export const ISO_5426 = 0
/** East Asian characters, of three bytes each. */
const EACC = 0x31
/** Sets that are designated by one byte after the escape: Greek symbols, subscripts, superscripts, and ASCII again. */
const LOCKING: Readonly<Record<number, number>> = { 0x67: 0x67, 0x62: 0x62, 0x70: 0x70, 0x73: BASIC_LATIN }
const REPLACEMENT = '\uFFFD'

/**
 * Text of MARC-8 (MARC 21 specification of character sets) in NFC, with U+FFFD for what it does not have. Every
 * subfield begins with basic Latin and ANSEL, or `usual`. Combining marks precede their letter.
 */
export function decodeMarc8(bytes: Uint8Array, usual: number = ANSEL): string {
  let left = BASIC_LATIN
  let right = usual
  let marks = ''
  let text = ''
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    if (byte === ESCAPE) {
      const escape = readEscape(bytes, at)
      if (escape.isRight) right = escape.set ?? right
      else left = escape.set ?? left
      if (escape.set === undefined) text += REPLACEMENT
      at += escape.length
      continue
    }
    if (byte <= 0x20) {
      if (byte === SUBFIELD) [left, right] = [BASIC_LATIN, usual]
      text += marks + String.fromCharCode(byte)
      marks = ''
      at += 1
      continue
    }
    const reference = byte === AMPERSAND && left === BASIC_LATIN ? readReference(bytes, at) : undefined
    const set = byte < 0x80 ? left : right
    const length = reference?.length ?? (set === EACC ? 3 : 1)
    const found = reference?.character ?? characterOf(set, bytes, at, length)
    if (found?.[1] === 1) marks += String.fromCodePoint(found[0])
    else {
      text += (found ? String.fromCodePoint(found[0]) : REPLACEMENT) + marks
      marks = ''
    }
    at += length
  }
  return joinedHalves(text + marks).normalize('NFC')
}

/** The halves of a ligature or of a double tilde, which stand with each of two letters, as the one mark that Unicode has for both. */
const joinedHalves = (text: string): string =>
  text
    .replace(/(\P{M}\p{M}*?)\uFE20(\P{M}\p{M}*?)\uFE21/gu, '$1\u0361$2')
    .replace(/(\P{M}\p{M}*?)\uFE22(\P{M}\p{M}*?)\uFE23/gu, '$1\u0360$2')

/** A character that MARC-8 does not have: `&#x4E2D;`. */
function readReference(bytes: Uint8Array, at: number): { character: [number, number]; length: number } | undefined {
  const [all, digits = ''] = /^&#x([0-9a-f]{4,6});/i.exec(String.fromCharCode(...bytes.subarray(at, at + 10))) ?? []
  const code = Number.parseInt(digits, 16)
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return all && isCharacter ? { character: [code, 0], length: all.length } : undefined
}

function characterOf(set: number, bytes: Uint8Array, at: number, length: number) {
  let code = 0
  for (let index = at; index < at + length; index++) code = code * 256 + (bytes[index] ?? 0)
  const characters = set === ISO_5426 ? iso5426 : mapping.CODESETS[set]
  // Sets stand in the table where they are usually designated; they may be designated to the other side as well.
  return characters?.[code] ?? characters?.[length === 1 ? code ^ 0x80 : code & 0x7f7f7f]
}

/**
 * `ESC ( B`, `ESC ) 4`, `ESC $ 1`, `ESC $ ) 1`, `ESC ( ! E`, `ESC b`: the set, on which side, and the sequence's
 * length.
 */
function readEscape(bytes: Uint8Array, at: number): { set?: number; isRight: boolean; length: number } {
  const sequence = String.fromCharCode(...bytes.subarray(at + 1, at + 5))
  const locking = LOCKING[bytes[at + 1] ?? 0]
  if (locking !== undefined) return { set: locking, isRight: false, length: 2 }
  const [all, side] = /^(?:\$?([(,)-])|\$)!?[1-4BENQS]/.exec(sequence) ?? []
  if (!all) return { isRight: false, length: 1 }
  return { set: all.charCodeAt(all.length - 1), isRight: side === ')' || side === '-', length: 1 + all.length }
}
