import { m } from '#i18n/paraglide/messages.js'
import { LOOKUP_SOURCES } from '#lib/lookup-sources.ts'
import type { LookupFailure, LookupFound } from './lookup.schema.ts'

const FAILURES: Record<LookupFailure['reason'], (words: { source: string }) => string> = {
  slow: m.lookup_slow,
  busy: m.lookup_busy,
  unreachable: m.lookup_unreachable,
  refused: m.lookup_refused,
  unreadable: m.lookup_unreadable,
}

/** Why a source says nothing of a book. */
export const silenceText = ({ source, failure }: LookupFound): string =>
  (failure ? FAILURES[failure.reason] : m.lookup_none)({ source: LOOKUP_SOURCES[source].title })
