import { FAILURES } from '#exchange/book-source/book-source.words.ts'
import { formatDateTime, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { LOOKUP_SOURCES } from '#base/lib/lookup-sources.ts'
import type { Import } from '../import.schema.ts'

type Lookup = NonNullable<Import['lookup']>

/** How long a look-up that runs still takes, where that is known. */
export const timeLeft = ({ state }: Pick<Import, 'state'>, { wait, minutesLeft: minutes }: Lookup): string[] =>
  state === 'running' && !wait && minutes !== null && minutes > 0
    ? [m.lookup_minutes({ count: minutes, minutes: formatNumber(minutes) })]
    : []

/** Why a look-up waits for a source, and until when. */
export function waitText({ source, reason, until }: NonNullable<Lookup['wait']>, timeZone: string): string {
  const name = { source: LOOKUP_SOURCES[source].short }
  const why = reason === 'busy' ? m.lookup_limit(name) : FAILURES[reason](name)
  return `${why} ${m.lookup_again({ time: formatDateTime(until, timeZone) })}`
}

const booksText = (count: number): string => m.activity_books({ count, shown: formatNumber(count) })

/** Of how many books nothing was found, and why. */
export const notFoundTexts = ({ unknown, unanswered, otherBooks }: Lookup): string[] => [
  ...(unknown > 0 ? [m.lookup_found_unknown({ books: booksText(unknown) })] : []),
  ...(otherBooks > 0 ? [m.lookup_found_other({ books: booksText(otherBooks) })] : []),
  ...(unanswered > 0 ? [m.lookup_found_unanswered({ books: booksText(unanswered) })] : []),
]
