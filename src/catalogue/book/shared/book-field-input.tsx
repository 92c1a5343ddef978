import type { FC } from 'react'
import { LineInput, NumberInput, TextInput } from '#base/ui/form/inputs.tsx'
import { mayBeEmpty } from '#base/lib/fields-of.ts'
import { bookInputSchema, type BookInput } from '../book.schema.ts'
import { bookFields } from '../book-fields.words.ts'
import { isField, type BookField } from './book-draft.ts'
import { DetailsInput, IsbnInput, LanguageInput, SubjectsInput } from '../edit/book-detail-inputs.tsx'
import { AuthorInput, GenreInput, PublisherInput, type BookInputProps } from '../edit/book-inputs.tsx'

interface FieldLook<Value> {
  Input: FC<BookInputProps<Value>>
  /** The input has the full width of the form; else half of it. */
  isWide?: boolean
  /** The input stands before the warning of a duplicate, which is about title and author. */
  isFirst?: boolean
  /** The input stands under 'More details'. */
  isMore?: boolean
}

export type FormField = Exclude<BookField, 'cover'>
type FieldLooks = { [Field in FormField]: FieldLook<BookInput[Field]> }

/**
 * The inputs of the form, in order, which a bulk change has too; a new field of a book does not compile without one. The cover is
 * beside the form.
 */
const FIELDS: FieldLooks = {
  title: { Input: LineInput, isWide: true, isFirst: true },
  author: { Input: AuthorInput, isWide: true, isFirst: true },
  genreId: { Input: GenreInput },
  publisher: { Input: PublisherInput },
  isbn: { Input: IsbnInput, isWide: true, isMore: true },
  year: { Input: NumberInput, isMore: true },
  language: { Input: LanguageInput, isMore: true },
  pages: { Input: NumberInput, isMore: true },
  edition: { Input: LineInput, isMore: true },
  series: { Input: LineInput, isMore: true },
  volume: { Input: LineInput, isMore: true },
  shelfMark: { Input: LineInput, isMore: true },
  subjects: { Input: SubjectsInput, isWide: true, isMore: true },
  summary: { Input: TextInput, isWide: true, isMore: true },
  details: { Input: DetailsInput, isWide: true, isMore: true },
}

const isFormField = (key: string): key is FormField => key in FIELDS

/** The fields of the form, in its order. */
export const fields = Object.keys(FIELDS).filter(isFormField)

/** Whether a field stands under 'More details'. */
export const isMore = (field: FormField): boolean => FIELDS[field].isMore === true

/** The label of a field, by its name. */
export const labelOf = (field: string): string => (isField(field) ? bookFields[field].label() : field)

interface BookFieldInputProps<Field extends FormField> extends Pick<
  BookInputProps<BookInput[Field]>,
  'error' | 'readOnly' | 'autoFocus'
> {
  field: Field
  draft: BookInput
  /** The values of the book that was added before. */
  last: BookInput | undefined
  onChange: (field: Field, value: BookInput[Field]) => void
}

/** The input of a field, with its label. */
export function BookFieldInput<Field extends FormField>({
  field,
  draft,
  last,
  onChange,
  ...rest
}: BookFieldInputProps<Field>) {
  const { Input, isWide = false, isFirst = false }: FieldLook<BookInput[Field]> = FIELDS[field]
  return (
    <Input
      {...rest}
      name={field}
      label={bookFields[field].label()}
      value={draft[field]}
      isOptional={mayBeEmpty(bookInputSchema.shape[field])}
      last={last?.[field]}
      className={`${isWide ? 'sm:col-span-2' : ''} ${isFirst ? '' : 'order-2'}`}
      onChange={(value) => onChange(field, value)}
    />
  )
}
