import { m } from '#base/i18n/paraglide/messages.js'
import { LOOKUP_SOURCES } from '#base/lib/lookup-sources.ts'
import { FAILURES, sourceNames } from '#exchange/book-source/book-source.words.ts'
import type { LookupFound } from './lookup.schema.ts'

/** Why sources say nothing of a book, in a sentence each for those that failed. */
export function silenceTexts(found: readonly LookupFound[]): string[] {
  const failed = found.flatMap(({ source, failure }) =>
    failure ? [FAILURES[failure.reason]({ source: LOOKUP_SOURCES[source].short })] : [],
  )
  const ignorant = found.filter(({ book, failure }) => book === null && failure === null)
  return ignorant.length === 0
    ? failed
    : [m.lookup_none({ sources: sourceNames(ignorant.map(({ source }) => source)) }), ...failed]
}
