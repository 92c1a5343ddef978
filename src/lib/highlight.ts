import { isWordStart, foldedWords, partWords } from './fold-words.ts'
import { foldWithMap } from './fold.ts'

/** A stretch of a text that search found, or one between. */
export interface TextSegment {
  text: string
  /** Where it begins: UTF-16 units. */
  start: number
  isHit: boolean
}

/** Letters from which on search finds a word inside of another, and not only where one begins. */
const INSIDE_FROM = 3

/**
 * What of a text a search found: the words of the term, in any order, folded alike on both sides. The stretches
 * make up the whole text. A letter that is half found (the o of œ) is marked whole, with the accents on it.
 */
export function highlight(text: string, searchTerm: string): TextSegment[] {
  const folded = foldWithMap(text)
  const parted = partWords(folded.text)
  const isHit = Array.from<boolean>({ length: text.length }).fill(false)
  for (const word of new Set(foldedWords(searchTerm))) {
    const isInside = [...word].length >= INSIDE_FROM
    for (let at = parted.indexOf(word); at >= 0; at = parted.indexOf(word, at + 1)) {
      if (isInside || isWordStart(parted, at)) isHit.fill(true, folded.starts[at], folded.ends[at + word.length - 1])
    }
  }
  return stretchesOf(text, isHit)
}

function stretchesOf(text: string, isHit: boolean[]): TextSegment[] {
  const stretches: TextSegment[] = []
  for (let start = 0, end = 1; start < text.length; start = end++) {
    while (end < text.length && isHit[end] === isHit[start]) end++
    stretches.push({ text: text.slice(start, end), start, isHit: isHit[start] === true })
  }
  return stretches
}
