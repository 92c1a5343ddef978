import { useState, type RefObject } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { sorted } from '#base/lib/search/sorted.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { mergeGenre, removeGenre, useRefreshGenres } from './genre-edit.data.ts'
import { NO_GENRE_LEFT } from './genre-edit.schema.ts'
import type { NamedGenre } from './genre.schema.ts'
import { genreWord } from './genre-name.words.ts'

interface GenreEndProps {
  kind: 'merge' | 'delete'
  genre: NamedGenre
  genres: readonly NamedGenre[]
  isOpen: boolean
  onClose: () => void
  /** Called when the genre has been removed. */
  onDone: () => void
  lastFocus: RefObject<HTMLElement | null>
}

/** Merges a genre into another one, or deletes it and says what its books get. */
export function GenreEnd({ kind, genre, genres, isOpen, onClose, onDone, lastFocus }: GenreEndProps) {
  const [to, setTo] = useState(kind === 'delete' ? NO_GENRE_LEFT : '')
  const problem = useProblem()
  const refresh = useRefreshGenres()
  const undo = useUndoLast('genre')
  const name = genreWord(genre)
  const isMerge = kind === 'merge'
  const options = [
    isMerge ? { value: '', label: m.books_genre_choose() } : { value: NO_GENRE_LEFT, label: m.books_genre_none() },
    ...sorted(
      genres.filter(({ id }) => id !== genre.id).map((one) => ({ value: one.id, label: genreWord(one) })),
      (a, b) => a.label.localeCompare(b.label, getLocale()),
    ),
  ]
  const target = options.find(({ value }) => value === to)?.label ?? ''
  const end = useAction(
    async () => {
      await (isMerge
        ? mergeGenre({ data: { id: genre.id, into: to } })
        : removeGenre({ data: { id: genre.id, ...(genre.bookCount > 0 && { moveTo: to }) } }))
      onDone()
      await refresh()
      void toast({
        type: 'success',
        title: isMerge
          ? m.genre_merged({ name: isolated(name), target: isolated(target) })
          : m.genre_deleted({ name: isolated(name) }),
        duration: UNDO_TIME,
        action: undo(genre.id),
      })
    },
    {
      problem,
      // It has got books since the list was loaded: the refetched list has their number.
      onRefused: ({ code, message }) => {
        if (code !== 'GENRE_HAS_BOOKS') return false
        problem.say(message)
        void refresh()
        return true
      },
    },
  )
  const choose = (next: string) => {
    setTo(next)
    problem.sayUnlessWaiting()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={isMerge ? m.genre_merge_title({ name: isolated(name) }) : m.genre_delete_title({ name: isolated(name) })}
      description={textOf(kind, genre)}
      closeLabel={m.common_close()}
      lastFocus={lastFocus}
    >
      <Form
        isChanged={false}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (to === '') problem.sayUnlessWaiting(m.books_genre_choose())
          else void end.run()
        }}
      >
        {(isMerge || genre.bookCount > 0) && (
          <div>
            <span aria-hidden="true" className="mb-1.5 block text-sm font-semibold">
              {isMerge ? m.genre_merge_into() : m.genre_delete_to()}
            </span>
            <NativeSelect
              label={isMerge ? m.genre_merge_into() : m.genre_delete_to()}
              value={to}
              options={options}
              className="w-full justify-between! border border-line-strong bg-raised px-3.5"
              onChange={choose}
            />
          </div>
        )}
        <FieldNote id="genre-end-note" error={problem.text} />
        <Button type="submit" look={isMerge ? 'primary' : 'danger'} isBusy={end.isBusy}>
          {isMerge ? m.genre_merge() : m.genre_delete()}
        </Button>
        <Button look="second" onClick={onClose}>
          {m.common_cancel()}
        </Button>
      </Form>
    </Dialog>
  )
}

/** What becomes of the genre and its books, with their number. */
function textOf(kind: GenreEndProps['kind'], genre: NamedGenre): string {
  const words = { count: genre.bookCount, shown: formatNumber(genre.bookCount) }
  const name = genreWord(genre)
  if (words.count === 0) return kind === 'merge' ? m.genre_merge_unused({ name }) : m.genre_delete_unused()
  return kind === 'merge' ? m.genre_merge_text({ ...words, name }) : m.genre_delete_text(words)
}
