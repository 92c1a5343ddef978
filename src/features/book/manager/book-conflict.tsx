import { useSuspenseQuery } from '@tanstack/react-query'
import { genreWord } from '#features/genre/genre-word.ts'
import { genresQuery } from '#features/genre/genre.data.ts'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import type { Book, BookInput } from '../book.schema.ts'
import { differences, draftOf, type BookField } from './book-draft.ts'

interface BookConflictProps {
  draft: BookInput
  theirs: Book
  labels: Record<BookField, { label: () => string }>
  isBusy: boolean
  onKeep: () => void
  onTake: () => void
}

/** Somebody else has saved the book meanwhile: theirs beside the draft. */
export function BookConflict({ draft, theirs, labels, ...rest }: BookConflictProps) {
  const { data: genres } = useSuspenseQuery(genresQuery)
  const other = draftOf(theirs)
  // Theirs may be of a genre that was not there yet.
  const known = theirs.genre ? [...genres, theirs.genre] : genres
  const wordsOf = (field: BookField, value: string | null) => {
    const genre = field === 'genreId' ? known.find(({ id }) => id === value) : undefined
    return genre ? genreWord(genre) : field === 'genreId' ? '' : value
  }
  const rows = differences(draft, other).map((field) => ({
    label: labels[field].label(),
    yours: wordsOf(field, draft[field]),
    theirs: wordsOf(field, other[field]),
  }))
  return <ConflictPanel differences={rows} {...rest} />
}
