import { formatList } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { LOOKUP_SOURCES, type LookupSource } from '#lib/lookup-sources.ts'
import type { LookupFailure, LookupFound } from './lookup.schema.ts'

/** Why a source says nothing, in a sentence. */
export const FAILURES: Record<LookupFailure['reason'], (words: { source: string }) => string> = {
  slow: m.lookup_slow,
  busy: m.lookup_busy,
  unreachable: m.lookup_unreachable,
  refused: m.lookup_refused,
  unreadable: m.lookup_unreadable,
}

/** Sources as a list, by their names in short, or in full. */
export const sourceNames = (sources: readonly LookupSource[], length: 'short' | 'title' = 'short'): string =>
  formatList(sources.map((source) => LOOKUP_SOURCES[source][length]))

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
