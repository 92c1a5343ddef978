import { GenreDot } from '#catalogue/genre/shared/genre-dot.tsx'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { fieldText } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { draftOf, type BookField } from './book-draft.ts'
import type { Book } from '../book.schema.ts'
import { bookFields } from '../book-fields.words.ts'
import { DifferingWords } from '#base/ui/differing-words.tsx'
import { FieldPicture } from '#base/ui/field-picture.tsx'
import { coverAddress } from '#base/lib/cover-address.ts'

interface FieldValueProps {
  book: Book
  field: BookField
  /** Books whose values it is compared with: what differs is marked. */
  others?: readonly Book[]
}

const NONE: readonly Book[] = []

const textOf = (book: Book, field: BookField): string =>
  field === 'genreId' ? (book.genre ? genreWord(book.genre) : '') : fieldText(draftOf(book)[field], bookFields[field])

/** The value of a field of a book; of an empty one "nothing". */
export function FieldValue({ book, field, others = NONE }: FieldValueProps) {
  const text = textOf(book, field)
  if (text === '') return <i className="text-muted">{m.activity_nothing()}</i>
  if (field === 'cover') return book.cover && <FieldPicture src={coverAddress(book.cover)} word={text} />
  const filled = others.map((other) => textOf(other, field)).filter((other) => other !== '')
  return (
    <>
      {field === 'genreId' && book.genre && <GenreDot hue={book.genre.hue} />}
      <bdi className="[overflow-wrap:anywhere]">
        <DifferingWords text={text} others={filled} />
      </bdi>
    </>
  )
}
