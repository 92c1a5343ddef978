import { Link } from '@tanstack/react-router'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { foldedWords } from '#base/lib/search/fold-words.ts'
import { sorted } from '#base/lib/search/sorted.ts'
import { buttonClass } from '#base/ui/button.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { ListTable } from '#base/ui/list/list-table.tsx'
import { GenreRow, genreRowClass } from './genre-row.tsx'
import type { GenreSearch } from './genre-search.schema.ts'
import type { NamedGenre } from './genre.schema.ts'
import { genreWord } from './genre-name.words.ts'

/** Orders by name in the visitor's language, or by the number of books. */
const ORDERS: Record<GenreSearch['sort'], (a: NamedGenre, b: NamedGenre) => number> = {
  name: () => 0,
  most: (a, b) => b.bookCount - a.bookCount,
  fewest: (a, b) => a.bookCount - b.bookCount,
}

/** Genres of which a name, in any language, has words that begin with those of the term. */
function findGenres(genres: readonly NamedGenre[], { searchTerm, sort }: GenreSearch): NamedGenre[] {
  const starts = foldedWords(searchTerm)
  const isFound = (text = '') => {
    const words = foldedWords(text)
    return starts.every((start) => words.some((word) => word.startsWith(start)))
  }
  return sorted(
    genres.filter((genre) => [genre.name, ...Object.values(genre.names)].some(isFound)),
    (a, b) => ORDERS[sort](a, b) || genreWord(a).localeCompare(genreWord(b), getLocale()),
  )
}

interface GenreListProps {
  genres: readonly NamedGenre[]
  search: GenreSearch
  onOpen: (genre: NamedGenre) => void
}

/** The rows of the genres that a search finds. */
export function GenreList({ genres, search, onOpen }: GenreListProps) {
  const found = findGenres(genres, search)
  return (
    <>
      <p role="status" className="sr-only">
        {m.list_showing_some({ count: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title={m.genres_empty_title()}
          text={m.genres_empty_text()}
          action={
            <Link to="/manager/genres" className={buttonClass('second')}>
              {m.genres_empty_action()}
            </Link>
          }
        />
      ) : (
        <ListTable
          label={m.home_genres()}
          items={found}
          total={found.length}
          name={`genres ${search.searchTerm} ${search.sort}`}
          columns={[{ label: m.genre_name() }, { label: m.genres_other_names() }, { label: m.nav_books() }]}
          rowClass={genreRowClass}
          renderRow={(genre) => <GenreRow genre={genre} onOpen={() => onOpen(genre)} />}
        />
      )}
    </>
  )
}
