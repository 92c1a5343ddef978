import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { useScannedText } from '#base/ui/form/use-scanned-text.ts'
import { Icon } from '#base/ui/icon.tsx'
import { Spinner } from '#base/ui/state/spinner.tsx'
import { Form } from '../form/form.tsx'

/** Milliseconds after the last key until the search begins. */
const PAUSE = 150

interface SearchFieldProps {
  value: string
  /** What is searched here; read out. */
  label: string
  placeholder: string
  /** The page that shows what is found: it is asked for when the field is sent before its script has come. */
  action: string
  /** Called with a valid term while it is typed, after a pause. */
  onSearch?: ((searchTerm: string) => void) | undefined
  /** Called with a valid term on Enter; without it `onSearch` is. */
  onSubmit?: ((searchTerm: string) => void) | undefined
  /** The key that leads here, where there is a keyboard. */
  keyHint?: string | undefined
  /** An answer is on its way; shown when it takes a while. */
  isBusy?: boolean
  className?: string
}

/** The search field that is always there. A real form: it works before its script has come. */
export function SearchField({
  value,
  label,
  placeholder,
  action,
  onSearch,
  onSubmit = onSearch,
  keyHint,
  isBusy = false,
  className = 'h-12',
}: SearchFieldProps) {
  const [text, setText] = useState(value)
  // The term of the address, and the terms sent from here that the address does not have yet.
  const [address, setAddress] = useState<{ term: string; pending: readonly string[] }>({ term: value, pending: [] })
  const field = useRef<HTMLInputElement>(null)
  const onKeyDown = useScannedText(setText)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address changed under the field (Back, a link): the field follows. Not what it has sent itself, which on a slow
  // phone comes when more is typed already.
  if (value !== address.term) {
    const index = address.pending.indexOf(value)
    setAddress({ term: value, pending: index < 0 ? [] : address.pending.slice(index + 1) })
    if (index < 0) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const error = searchProblem(text)
  const send = (sent: string, search = onSearch) => {
    setAddress(({ term, pending }) => ({ term, pending: term === sent ? [] : [...pending, sent] }))
    search?.(sent)
  }
  const change = (term: string) => {
    setText(term)
    clearTimeout(timer.current)
    if (!onSearch || searchProblem(term)) return
    timer.current = setTimeout(() => send(term.trim()), PAUSE)
  }

  // What was typed before the script had come.
  const takeOver = useEffectEvent(() => {
    if (field.current && field.current.value !== text) change(field.current.value)
  })
  useEffect(() => takeOver(), [])

  return (
    <Form
      isChanged={false}
      role="search"
      action={action}
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        clearTimeout(timer.current)
        if (!error) send(text.trim(), onSubmit)
      }}
    >
      <label
        className={`@container flex items-center gap-[min(0.75rem,14px)] rounded-md border border-line-strong bg-raised ps-[min(0.875rem,16px)] pe-1 focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/25 has-aria-invalid:border-danger ${className}`}
      >
        <span className="relative grid size-5 flex-none place-items-center text-muted @max-[13rem]:hidden">
          <Icon name="search" className="size-5" />
          {isBusy && (
            <span className="absolute inset-0 grid place-items-center bg-raised transition-opacity delay-300 starting:opacity-0">
              <Spinner />
            </span>
          )}
        </span>
        <input
          ref={field}
          // Not the label's own words, among which the button's would be read.
          aria-label={label}
          name="searchTerm"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          dir={text ? 'auto' : undefined}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'search-note' : undefined}
          className="h-full min-w-0 flex-1 bg-transparent text-ellipsis outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
        />
        {keyHint && !text && (
          <kbd
            aria-hidden="true"
            className="me-2.5 hidden min-w-5 @max-[13rem]:hidden! rounded-sm border border-line-strong px-1.5 text-center font-sans text-xs leading-5 text-muted md:pointer-fine:block"
          >
            {keyHint}
          </kbd>
        )}
        {text && (
          <button
            type="button"
            aria-label={m.list_search_clear()}
            className="grid size-11 flex-none place-items-center rounded-sm text-muted hover:text-ink @max-[13rem]:size-[44px]"
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
    </Form>
  )
}
