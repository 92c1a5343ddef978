import { readBytes } from '../bytes.server.ts'
import type { FileSource } from '../file-table.ts'
import type { FileEncoding } from '#base/lib/file-shape.ts'
import { decoderOf } from './decode.server.ts'

/** The encoding of a text, from its marks, its zeros and its letters. Reads the whole file. */
export async function guessEncoding(source: FileSource, start: Buffer): Promise<FileEncoding> {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const wide = guessUtf16(start)
  if (wide) return wide
  const letters = new LetterCount()
  for await (const piece of readBytes(source)) letters.add(piece)
  return letters.encoding()
}

/** In UTF-16 without a mark, the upper bytes of Latin letters, digits and delimiters are zero. */
function guessUtf16(start: Buffer): FileEncoding | undefined {
  const zeros = [0, 0]
  for (let at = 0; at < start.length; at++) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const enough = start.length / 40
  if (odd > enough && odd > even * 4) return hasPairedLineEnds(start, 0) ? 'utf-16le' : undefined
  return even > enough && even > odd * 4 && hasPairedLineEnds(start, 1) ? 'utf-16be' : undefined
}

/** Whether line ends have a zero beside them: those of a text into which zeros have strayed do not. */
function hasPairedLineEnds(start: Buffer, lower: 0 | 1): boolean {
  let [ends, paired] = [0, 0]
  for (let at = lower; at < start.length; at += 2) {
    if (start[at] !== 0x0a) continue
    ends += 1
    if (start[lower === 0 ? at + 1 : at - 1] === 0) paired += 1
  }
  return paired * 4 >= ends * 3
}

/** A letter in Windows-1256: Arabic from 0xC1, apart from the French ones, which it has where Windows-1252 has them. */
const isArabic = (byte: number): boolean =>
  byte >= 0xc1 && byte <= 0xed && byte !== 0xd7 && byte !== 0xe0 && byte !== 0xe2 && !(byte >= 0xe7 && byte <= 0xeb)

const UPPER_BYTES = Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at)
const LATIN = 'éèêëàâäáãåçùûüúôöóõîïíñßæøœÉÀÇÈÊÖÜÄ’«»–—°\u00A0'

/** The letters that are frequent in texts of the languages that are written in these encodings. */
const FREQUENT: readonly { encodings: readonly FileEncoding[]; letters: string; script: RegExp }[] = [
  { encodings: ['windows-1252', 'macintosh', 'cp850'], letters: LATIN, script: /\p{Script=Latin}/u },
  { encodings: ['windows-1256', 'iso-8859-6'], letters: 'اليمنورتبهةعدس', script: /\p{Script=Arabic}/u },
  { encodings: ['iso-8859-8'], letters: 'יוהלאתמרבשנ', script: /\p{Script=Hebrew}/u },
  { encodings: ['windows-1251', 'koi8-r'], letters: 'оеаинтсрвлкмд', script: /\p{Script=Cyrillic}/u },
]

/**
 * Counts letters outside of ASCII. UTF-8 is told by its rules. Of the others, Arabic words are rows of such letters,
 * while in French they are alone between letters of ASCII; rarer encodings are told by the letters that are frequent then.
 */
export class LetterCount {
  #valid = 0
  #invalid = 0
  #high = 0
  #arabic = 0
  #run = 0
  /** How often each byte beyond ASCII comes; `#inRuns` counts those in runs of three or more. */
  readonly #bytes = new Uint32Array(128)
  #highRun = 0
  #inRuns = 0
  /** Bytes still expected of a UTF-8 character. */
  #expected = 0

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      if (byte < 0x80 && this.#highRun === 0 && this.#expected === 0) continue
      this.#countUtf8(byte)
      this.#countByte(byte)
      if (byte >= 0xc0) this.#high += 1
      this.#run = isArabic(byte) ? this.#run + 1 : 0
      if (this.#run === 3) this.#arabic += 3
      else if (this.#run > 3) this.#arabic += 1
    }
  }

  /** The guess for text that is not UTF-8. */
  get legacy(): 'windows-1252' | 'windows-1256' {
    return this.#arabic * 4 > this.#high ? 'windows-1256' : 'windows-1252'
  }

  encoding(): FileEncoding {
    return this.#invalid > this.#valid ? (this.#other() ?? this.legacy) : 'utf-8'
  }

  /** An encoding that fits the letters much better than `legacy`. */
  #other(): FileEncoding | undefined {
    const all = this.#bytes.reduce((sum, count) => sum + count, 0)
    const isLatin = this.#inRuns * 2 < all
    const shareOf = (encoding: FileEncoding, letters: string, script: RegExp) => {
      const decoded = decoderOf(encoding).decode(UPPER_BYTES)
      const fits = (letter: string) =>
        letters.includes(letter) ? 1 : /[\p{L}\uFFFD]/u.test(letter) && !script.test(letter) ? -2 : 0
      return this.#bytes.reduce((sum, count, at) => sum + fits(decoded[at] ?? '\uFFFD') * count, 0) / all
    }
    const guesses = FREQUENT.flatMap(({ encodings, letters, script }) =>
      (letters === LATIN) === isLatin
        ? encodings.map((encoding) => ({ encoding, share: shareOf(encoding, letters, script) }))
        : [],
    )
    const [best] = guesses.toSorted((a, b) => b.share - a.share)
    const usual = guesses.find(({ encoding }) => encoding === this.legacy)?.share ?? 0
    return best && best.share >= 0.5 && best.share > usual + 0.2 ? best.encoding : undefined
  }

  #countByte(byte: number): void {
    if (byte < 0x80) {
      this.#highRun = 0
      return
    }
    const at = byte - 0x80
    this.#bytes[at] = (this.#bytes[at] ?? 0) + 1
    this.#highRun += 1
    if (this.#highRun === 3) this.#inRuns += 3
    else if (this.#highRun > 3) this.#inRuns += 1
  }

  #countUtf8(byte: number): void {
    if (this.#expected > 0) {
      if (byte >> 6 === 0b10) {
        this.#expected -= 1
        if (this.#expected === 0) this.#valid += 1
        return
      }
      this.#invalid += 1
      this.#expected = 0
    }
    if (byte >= 0xc2 && byte < 0xf5) this.#expected = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1
    else if (byte >= 0x80) this.#invalid += 1
  }
}

/** Whether a text is UTF-8 of which some bytes are damaged. */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  const letters = new LetterCount()
  letters.add(bytes)
  return letters.encoding() === 'utf-8'
}
