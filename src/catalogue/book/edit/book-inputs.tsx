import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GenreDot } from '#catalogue/genre/shared/genre-dot.tsx'
import { useGenreCreation } from '#catalogue/genre/shared/use-genre-creation.tsx'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { genresQuery } from '#catalogue/genre/genre.data.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { foldedWords } from '#base/lib/search/fold-words.ts'
import { sorted } from '#base/lib/search/sorted.ts'
import { ComboBox } from '#base/ui/form/combo-box.tsx'
import { emptyText, type InputProps } from '#base/ui/form/inputs.tsx'
import { Spinner } from '#base/ui/state/spinner.tsx'
import { useDebounced } from '#base/ui/use-debounced.ts'
import { suggestionsQuery } from './book-edit.data.ts'
import type { SuggestInput } from './book-edit.schema.ts'
import { AUTHOR_MAX } from '../search/book-search.schema.ts'
import { NO_SUCH_GENRE } from '../shared/book-draft.ts'
import { suggestionOption } from './suggestion-option.ts'

/** Milliseconds without typing until suggestions are requested. */
const PAUSE = 150

export interface BookInputProps<Value> extends InputProps<Value> {
  /** The value of the book that was added before; offered in an empty field. */
  last: Value | undefined
}

/** A name, with spellings of the catalogue as suggestions. */
function NameInput({
  field,
  value: text,
  isOptional,
  last = '',
  onChange,
  ...rest
}: BookInputProps<string> & { field: SuggestInput['field'] }) {
  const [typed, setTyped] = useState('')
  const { data: found = [] } = useQuery(
    suggestionsQuery({ field, text: useDebounced(typed, PAUSE).slice(0, AUTHOR_MAX) }),
  )
  const offered = text.trim() === '' ? [{ id: last, label: last }] : typed === text ? found.map(suggestionOption) : []
  return (
    <ComboBox
      {...rest}
      dir="auto"
      placeholder={emptyText(isOptional)}
      text={text}
      options={offered.filter(({ label }) => label !== '' && label !== text)}
      onType={(next) => {
        setTyped(next)
        onChange(next)
      }}
      onPick={({ label }) => {
        setTyped('')
        onChange(label)
      }}
    />
  )
}

export const AuthorInput = (props: BookInputProps<string>) => <NameInput {...props} field="author" />
export const PublisherInput = (props: BookInputProps<string>) => <NameInput {...props} field="publisher" />

const fits = (name: string, typed: readonly string[]): boolean => {
  const words = foldedWords(name)
  return typed.every((start) => words.some((word) => word.startsWith(start)))
}

/** A genre, chosen by typing its name in the visitor's language; typed text selects the first match. */
export function GenreInput({ value, last, isOptional, onChange, ...rest }: BookInputProps<string | null>) {
  const [typed, setTyped] = useState<{ text: string; value: string | null }>()
  const { data: genres } = useSuspenseQuery(genresQuery)
  const options = sorted(
    genres.map((genre) => ({ id: genre.id, label: genreWord(genre), mark: <GenreDot hue={genre.hue} /> })),
    (a, b) => Number(b.id === last) - Number(a.id === last) || a.label.localeCompare(b.label, getLocale()),
  )
  const fitting = (text: string) => {
    const words = foldedWords(text)
    const start = words.join(' ')
    return sorted(
      options.filter(({ label }) => fits(label, words)),
      (a, b) => Number(begins(b.label, start)) - Number(begins(a.label, start)),
    )
  }
  const chosen = options.find(({ id }) => id === value)
  const create = useGenreCreation(genres, {
    onCreated: (id) => {
      setTyped(undefined)
      onChange(id)
    },
    onRemoved: (id) => {
      if (value === id) onChange(null)
    },
  })
  // Typed text is shown as long as its value is chosen.
  const isTyped = typed !== undefined && typed.value === value
  return (
    <ComboBox
      {...rest}
      mustPick
      placeholder={emptyText(isOptional)}
      mark={create.isBusy ? <Spinner /> : chosen?.mark}
      text={isTyped ? typed.text : (chosen?.label ?? '')}
      options={isTyped && typed.text.trim() !== '' ? [...fitting(typed.text), ...create.offer(typed.text)] : options}
      onType={(text) => {
        const next = text.trim() === '' ? null : (fitting(text)[0]?.id ?? NO_SUCH_GENRE)
        setTyped({ text, value: next })
        onChange(next)
      }}
      {...(genres.length === 0 && { hint: create.emptyHint })}
      onPick={({ id, isNew }) => {
        if (isNew && typed) return void create.run(typed.text)
        setTyped(undefined)
        onChange(id)
      }}
    />
  )
}

const begins = (label: string, start: string): boolean => foldedWords(label).join(' ').startsWith(start)
