import { useState } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { FieldNote } from '#ui/form/text-field.tsx'
import { useAction } from '#ui/use-action.ts'
import { useProblem } from '#ui/form/use-problem.tsx'
import { setGenreOfBooks, useRefreshBooks } from '../book-edit.data.ts'
import { NO_GENRE } from '../search/book-search.schema.ts'
import { useGenreOptions } from './book-filters.tsx'
import type { BulkDialogProps } from './bulk-delete.tsx'
import { useBatches } from './use-batches.ts'

/** Sets or clears the genre of the selected books. */
export function BulkGenre({ isOpen, chosen, onClose, onDone, lastFocus }: BulkDialogProps) {
  const refresh = useRefreshBooks()
  const options = [
    { value: '', label: m.books_genre_choose() },
    { value: NO_GENRE, label: m.books_genre_none() },
    ...useGenreOptions(),
  ]
  const [value, setValue] = useState('')
  const [count, setCount] = useState(chosen.size)
  // Keeps the number during the closing animation.
  if (isOpen && count !== chosen.size) setCount(chosen.size)
  const problem = useProblem()
  const batches = useBatches()
  const close = () => batches.stop() || onClose()

  const choose = (next: string) => {
    setValue(next)
    problem.sayUnlessWaiting()
  }
  const set = useAction(
    async () => {
      const genreId = value === NO_GENRE ? null : value
      const results = await batches.run([...chosen.keys()], (ids) => setGenreOfBooks({ data: { ids, genreId } }))
      await refresh()
      onDone({ books: chosen, results, genre: options.find((option) => option.value === value)?.label ?? '' })
      setValue('')
    },
    { problem },
  )
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={m.books_set_genre_title({ count, shown: formatNumber(count) })}
      closeLabel={m.common_close()}
      lastFocus={lastFocus}
    >
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (value === '') problem.sayUnlessWaiting(m.books_genre_choose())
          else void set.run()
        }}
      >
        <div>
          <NativeSelect
            label={m.book_genre()}
            value={value}
            options={options}
            className="w-full justify-between! border border-line-strong bg-raised px-3.5"
            onChange={choose}
          />
          <FieldNote id="bulk-genre-note" error={problem.text} />
        </div>
        <Button type="submit" isBusy={set.isBusy}>
          {batches.progress ?? m.books_set_genre()}
        </Button>
        <Button look="second" onClick={close}>
          {m.common_cancel()}
        </Button>
      </form>
    </Dialog>
  )
}
