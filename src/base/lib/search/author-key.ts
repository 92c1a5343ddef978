import { fold } from './fold.ts'

/**
 * By what two names are the same author: what `fold` ignores, and the dots of initials, so that `J.R.R.` is `J. R. R.`. The same as
 * `author_key` in the database, of which a test compares them.
 */
export function authorKey(name: string): string {
  const folded = fold(name)
  return folded.includes('.') ? folded.replaceAll(/[. ]+/g, ' ').trim() || folded : folded
}
