import { directionOf, getLocale } from './locale.ts'

/** A path or a command within a sentence from right to left, which would move its first sign to its end. */
export const typed = (text: string): string => (directionOf(getLocale()) === 'rtl' ? `\u2066${text}\u2069` : text)
