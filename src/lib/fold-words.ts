import { fold } from './fold.ts'

// As public.fold_words has them: punctuation parts words; a symbol, % _ and \ among them, begins one.
const PARTS =
  /[\][!"'&(),./:;?{}\u00A1\u00A7\u00AB\u00B6\u00B7\u00BB\u00BF\u060C\u061B\u061F\u066A-\u066D\u06D4\u2010-\u2027\u2030-\u205E\u3001-\u3003\u3008-\u3011-]/g
const SYMBOL = /[%_\\+#@$*=<>^|~]/

/** A folded text in which a space stands for each letter that parts words: as long as it was. */
export const partWords = (folded: string): string => folded.replace(PARTS, ' ')

/** Whether a word begins at `index` of a text from `partWords`. */
export const isWordStart = (parted: string, index: number): boolean =>
  index === 0 || parted[index - 1] === ' ' || SYMBOL.test(parted.charAt(index))

/** The words of a text as search compares them: folded, in their order. */
export const foldedWords = (text: string): string[] =>
  partWords(fold(text)).replace(new RegExp(SYMBOL, 'g'), ' $&').split(' ').filter(Boolean)
