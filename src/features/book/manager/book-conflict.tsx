import { useSuspenseQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#features/account/account.data.ts'
import { genreWord } from '#features/genre/shared/genre-word.ts'
import { genresQuery } from '#features/genre/genre.data.ts'
import { takenOver } from '#lib/draft-merge.ts'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import { changeWord, mergedSentences } from '#ui/merge-words.ts'
import { isField, type BookField } from './book-draft.ts'
import { labelOf } from './book-form.tsx'
import type { BookForm } from './use-book-form.ts'

interface BookConflictProps {
  form: BookForm
  onSave: () => void
}

/** Others have saved the book meanwhile, and fields are to be chosen; nothing where there are none. */
export function BookConflict({ form, onSave }: BookConflictProps) {
  const { data: genres } = useSuspenseQuery(genresQuery)
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const { base, state, changes, missing, isBusy, choose } = form
  const fields = Object.keys(state.conflicts).filter(isField)
  if (fields.length === 0) return null
  // Theirs may be of a genre that was not there yet.
  const known = base?.genre ? [...genres, base.genre] : genres
  const wordOf = (field: BookField, value: string | null) => {
    if (field !== 'genreId') return value
    const genre = known.find(({ id }) => id === value)
    return genre && genreWord(genre)
  }
  return (
    <ConflictPanel
      // Others have saved once more: the panel is announced anew.
      key={base?.version}
      rows={fields.map((field) => ({
        field,
        label: labelOf(field),
        mine: wordOf(field, state.conflicts[field]?.mine ?? null),
        theirs: wordOf(field, state.conflicts[field]?.theirs ?? null),
        by: changeWord(changes[field], me?.id),
        choice: state.conflicts[field]?.choice,
      }))}
      kept={mergedSentences({ fields: takenOver(state), labelOf, changes, me: me?.id })}
      missing={missing}
      isBusy={isBusy}
      onChoose={(field, side) => isField(field) && choose(field, side)}
      onSave={onSave}
    />
  )
}
