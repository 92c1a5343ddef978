import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { genresQuery } from '#catalogue/genre/genre.data.ts'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { fieldText } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { coverAddress } from '#base/lib/cover-address.ts'
import { FieldPicture } from '#base/ui/field-picture.tsx'
import type { BookInput } from '#catalogue/book/book.schema.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import type { BookField } from '#catalogue/book/shared/book-draft.ts'
import { isSameValue } from '#base/lib/form/is-same-value.ts'
import type { FieldChoices } from './lookup-choices.ts'

interface LookupValuesProps {
  fields: readonly FieldChoices[]
  draft: BookInput
  onPick: (values: Partial<BookInput>) => void
}

/** Each value with who says it. A press puts it into the form, where those that are there are marked. */
export function LookupValues({ fields, draft, onPick }: LookupValuesProps) {
  const id = useId()
  const { data: genres } = useSuspenseQuery(genresQuery)
  const textOf = (field: BookField, value: BookInput[BookField]) => {
    if (field !== 'genreId') return fieldText(value, bookFields[field])
    const genre = genres.find((one) => one.id === value)
    return genre ? genreWord(genre) : ''
  }
  return (
    <div className="mt-3">
      {fields.map(({ field, choices }) => (
        <div
          key={field}
          role="group"
          aria-labelledby={`${id}-${field}`}
          className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line py-2"
        >
          <span id={`${id}-${field}`} className="w-full text-sm text-muted sm:w-28 sm:py-2">
            {bookFields[field].label()}
          </span>
          <div className="flex min-w-0 flex-1 flex-wrap gap-2">
            {choices.map(({ value, sources, isOther }) => (
              <button
                key={sources[0]}
                type="button"
                aria-pressed={isSameValue(draft[field], value)}
                className="min-h-11 max-w-full rounded-sm border border-line-strong bg-raised px-3 py-1 text-start transition-colors duration-150 hover:border-muted aria-pressed:border-accent aria-pressed:bg-accent-soft"
                onClick={() => onPick({ [field]: value })}
              >
                {field === 'cover' ? (
                  <FieldPicture src={coverAddress(String(value))} word={textOf(field, value)} />
                ) : (
                  <bdi className="line-clamp-3 [overflow-wrap:anywhere]">{textOf(field, value)}</bdi>
                )}
                <span className="block text-[0.8125rem] leading-snug text-muted">
                  <bdi>{sources.join(' · ')}</bdi>
                  {isOther && <span className="block text-warning">{m.lookup_other_isbn_value()}</span>}
                </span>
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
