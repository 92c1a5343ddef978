import { isWordStart, foldedWords, partWords } from './fold-words.ts'
import { foldWithMap } from './fold.ts'

/** A part of a text: a search hit, or the text between hits. */
export interface TextSegment {
  text: string
  /** Offset in UTF-16 units. */
  start: number
  isHit: boolean
}

/** Length from which search also matches inside a word, and not only at its start. */
const MIN_INSIDE_LENGTH = 3

/**
 * Splits a text into hits and the text between: a hit is a word of the term, in any order, compared folded. A partial
 * hit in a letter (the o of œ) marks the whole letter with its accents.
 */
export function highlight(text: string, searchTerm: string): TextSegment[] {
  const folded = foldWithMap(text)
  const parted = partWords(folded.text)
  const isHit = Array.from<boolean>({ length: text.length }).fill(false)
  for (const word of new Set(foldedWords(searchTerm))) {
    const isInside = [...word].length >= MIN_INSIDE_LENGTH
    for (let at = parted.indexOf(word); at >= 0; at = parted.indexOf(word, at + 1)) {
      if (isInside || isWordStart(parted, at)) isHit.fill(true, folded.starts[at], folded.ends[at + word.length - 1])
    }
  }
  return segmentsOf(text, isHit)
}

function segmentsOf(text: string, isHit: boolean[]): TextSegment[] {
  const segments: TextSegment[] = []
  for (let start = 0, end = 1; start < text.length; start = end++) {
    while (end < text.length && isHit[end] === isHit[start]) end++
    segments.push({ text: text.slice(start, end), start, isHit: isHit[start] === true })
  }
  return segments
}
