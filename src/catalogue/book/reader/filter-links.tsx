import { Link } from '@tanstack/react-router'
import type { Genre } from '#catalogue/genre/genre.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { chipClass } from '#base/ui/list/filter-class.ts'
import { pickFilters } from '../search/book-search.schema.ts'
import { listHeading } from './reader-list.data.ts'
import type { ReaderSearch } from './reader-search.schema.ts'

/** Each of several filters with its way out, as links: they need no script. One alone is left by the link to all books. */
export function FilterLinks({ params, genres }: { params: ReaderSearch; genres: readonly Genre[] }) {
  const set = Object.entries(pickFilters(params)).filter(([, value]) => value !== undefined)
  return set.length < 2 ? null : (
    <div className="mt-2 flex flex-wrap gap-2 print:hidden">
      {set.map(([name, value]) => {
        const word = listHeading({ [name]: value }, genres) ?? ''
        return (
          <Link
            key={name}
            to="/app/books"
            search={{ ...params, [name]: undefined, letter: undefined, after: undefined }}
            aria-label={m.list_filter_remove({ filter: word })}
            className={chipClass}
          >
            <span dir="auto" className="truncate">
              {word}
            </span>
            <Icon name="close" className="size-4" />
          </Link>
        )
      })}
    </div>
  )
}
