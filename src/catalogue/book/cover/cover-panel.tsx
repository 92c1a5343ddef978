import { useId } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { PictureButton } from '#base/ui/form/picture-button.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import type { Book } from '../book.schema.ts'
import { BookCover } from '../shared/cover/book-cover.tsx'
import type { CoverPictureState } from './use-cover-picture.ts'

interface CoverPanelProps {
  /** The book as it is typed in the form. */
  book: Pick<Book, 'id' | 'title' | 'author' | 'genre' | 'cover'>
  /** The picture of the book as it is saved. */
  saved: string | null
  picture: CoverPictureState
  /** Why the picture was not saved. */
  error: string | undefined
  /** Id of the form to which the controls of the panel belong. */
  form: string
  readOnly: boolean
  onChange: (cover: string | null) => void
}

/** The cover of a book beside its form: what it will look like, and a picture instead of the drawn one. */
export function CoverPanel({ book, saved, picture, error, form, readOnly, onChange }: CoverPanelProps) {
  const id = useId()
  const { cover } = book
  const { isBusy, isOver, take } = picture
  const problem = picture.problem ?? error
  const controls = { isBusy: isBusy || readOnly, 'aria-describedby': problem === undefined ? undefined : id }
  const set = (next: string | null) => {
    picture.clear()
    onChange(next)
  }
  return (
    <aside aria-label={m.book_cover()} className="flex flex-wrap items-start gap-4 md:block">
      <div
        className={`w-24 flex-none rounded-md outline-offset-4 md:w-full ${isOver ? 'outline-2 outline-accent outline-dashed' : ''}`}
      >
        <BookCover book={book} />
      </div>
      <div className="min-w-0 flex-1 basis-40 md:mt-3.5">
        <p role="status" className="text-sm text-pretty text-muted empty:hidden">
          {statusOf(cover, saved, picture)}
        </p>
        {isBusy && (
          <ProgressBar label={m.cover_sending()} share={undefined} text={m.cover_sending()} className="mt-2" />
        )}
        <p id={id} role="alert" className="mt-1 text-sm font-medium text-danger empty:hidden">
          {problem}
        </p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          <PictureButton {...controls} form={form} name="cover" onTake={take}>
            {cover === null ? m.cover_use() : m.cover_other()}
          </PictureButton>
          <PictureButton {...controls} isCamera className="pointer-fine:hidden" onTake={take}>
            {m.cover_photo()}
          </PictureButton>
          {cover !== null && (
            <Button {...controls} look="ghost" onClick={() => set(null)}>
              {m.cover_remove()}
            </Button>
          )}
          {cover === null && saved !== null && (
            <Button {...controls} look="ghost" onClick={() => set(saved)}>
              {m.cover_put_back()}
            </Button>
          )}
        </div>
        {cover === null && (
          <p className="mt-2.5 text-sm text-pretty text-muted pointer-coarse:hidden">{m.cover_drop()}</p>
        )}
      </div>
    </aside>
  )
}

/** What is happening with the picture, or will when the book is saved. */
function statusOf(cover: string | null, saved: string | null, { isBusy, isOver }: CoverPictureState): string {
  if (isOver) return m.cover_over()
  if (isBusy) return m.cover_sending()
  if (cover !== saved) return cover === null ? m.cover_removed() : m.cover_set()
  return cover === null ? m.book_cover_hint() : ''
}
