import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { problemsOf } from '#i18n/check.ts'
import { problemText } from '#i18n/words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { FieldNote } from '#ui/text-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { searchTermSchema } from '../book.schema.ts'

/** Milliseconds after the last key until the search begins. */
const PAUSE = 150

interface SearchFieldProps {
  value: string
  /** Called with a valid term while it is typed, after a pause. */
  onSearch?: (searchTerm: string) => void
  /** Called with a valid term on Enter; without it `onSearch` is. */
  onSubmit?: (searchTerm: string) => void
}

/** What is wrong with a search term, in words; undefined when nothing is. */
export function searchProblem(term: string): string | undefined {
  const result = searchTermSchema.safeParse(term)
  if (result.success) return undefined
  const problem = problemsOf(result.error.issues)['']
  return problem && problemText(problem)
}

/** The search field that is always there. A real form: it works before its script has come. */
export function SearchField({ value, onSearch, onSubmit = onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address changed under the field (Back, a link): the field follows.
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const error = searchProblem(text)
  const change = (term: string) => {
    setText(term)
    clearTimeout(timer.current)
    if (!onSearch || searchProblem(term)) return
    timer.current = setTimeout(() => {
      setKnown(term.trim())
      onSearch(term.trim())
    }, PAUSE)
  }

  // What was typed before the script had come.
  const takeOver = useEffectEvent(() => {
    if (field.current && field.current.value !== text) change(field.current.value)
  })
  useEffect(() => takeOver(), [])

  return (
    <form
      role="search"
      action="/app/books"
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        clearTimeout(timer.current)
        if (!error) onSubmit?.(text.trim())
      }}
    >
      <label className="flex h-12 items-center gap-3 rounded-md border border-line-strong bg-raised ps-3.5 pe-1 focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/25 has-aria-invalid:border-danger">
        <span className="sr-only">{m.books_search_label()}</span>
        <Icon name="search" className="size-5 text-muted" />
        <input
          ref={field}
          name="searchTerm"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          dir={text ? 'auto' : undefined}
          value={text}
          onChange={(event) => change(event.target.value)}
          placeholder={m.books_search_placeholder()}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'search-note' : undefined}
          className="h-full min-w-0 flex-1 bg-transparent text-ellipsis outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
        />
        {text && (
          <button
            type="button"
            aria-label={m.books_search_clear()}
            className="grid size-11 place-items-center rounded-sm text-muted hover:text-ink"
            onClick={() => {
              change('')
              field.current?.focus()
            }}
          >
            <Icon name="close" />
          </button>
        )}
      </label>
      <FieldNote id="search-note" error={error} />
    </form>
  )
}
