import { fold } from './fold.ts'

// As in public.fold_words: punctuation separates words; a symbol, such as % _ and \, begins one.
const SEPARATORS =
  /[\][!"'&(),./:;?{}\u00A1\u00A7\u00AB\u00B6\u00B7\u00BB\u00BF\u060C\u061B\u061F\u066A-\u066D\u06D4\u2010-\u2027\u2030-\u205E\u3001-\u3003\u3008-\u3011-]/g
const SYMBOL = /[%_\\+#@$*=<>^|~]/

/** Replaces each separator of a folded text by a space, so that indexes stay valid. */
export const partWords = (folded: string): string => folded.replace(SEPARATORS, ' ')

/** Whether a word begins at `index` in the result of `partWords`. */
export const isWordStart = (parted: string, index: number): boolean =>
  index === 0 || parted[index - 1] === ' ' || SYMBOL.test(parted.charAt(index))

const SYMBOLS = new RegExp(SYMBOL, 'g')

/** The words of a folded text, in order. */
export const wordsOfFolded = (folded: string): string[] =>
  partWords(folded).replace(SYMBOLS, ' $&').split(' ').filter(Boolean)

/** The words of a text as search compares them: folded, in order. */
export const foldedWords = (text: string): string[] => wordsOfFolded(fold(text))

const ARABIC = 'اليمنروتبهعدسقفكحجشصخطزضغث'
const CAPITAL = new Map([...ARABIC].map((letter, index) => [letter, String.fromCharCode(65 + index)]))
const ARABIC_LETTER = new RegExp(`[${ARABIC}]`, 'g')

/** The words of a text as they are searched: folded, in order, common Arabic letters as Latin capitals. */
export function searchWords(text: string): string[] {
  const words = wordsOfFolded(fold(text))
  return words.map((word) => word.replace(ARABIC_LETTER, (letter) => CAPITAL.get(letter) ?? letter))
}

/** Parts the words of the title from those of author and publisher. */
export const TITLE_END = '\u001F'
