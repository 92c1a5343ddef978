import { lookUp } from './list/look-up.ts'
import type { NounWords } from './noun.ts'

let known: Readonly<Record<string, NounWords>> = {}

/** Hands in the words of every noun, at the start of a server and with the first page of managers: `noun-words.ts` of `src`. */
export const setNounWords = (words: Readonly<Record<string, NounWords>>): void => void (known = words)

/** The words of every noun. */
export const nounWords = (): Readonly<Record<string, NounWords>> => known

/** The words of a noun; a noun without any is called by its name in the API. */
export const wordsOfNoun = (noun: string): NounWords => lookUp(known, noun) ?? { one: () => noun }
