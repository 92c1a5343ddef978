import { formatList } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { LOOKUP_SOURCES, type LookupSource } from '#base/lib/lookup-sources.ts'
import type { SourceFailure } from './book-source.schema.ts'

/** Why a source says nothing, in a sentence. */
export const FAILURES: Record<SourceFailure['reason'], (words: { source: string }) => string> = {
  slow: m.lookup_slow,
  busy: m.lookup_busy,
  unreachable: m.lookup_unreachable,
  refused: m.lookup_refused,
  unreadable: m.lookup_unreadable,
}

/** Sources as a list, by their names in short, or in full. */
export const sourceNames = (sources: readonly LookupSource[], length: 'short' | 'title' = 'short'): string =>
  formatList(sources.map((source) => LOOKUP_SOURCES[source][length]))
