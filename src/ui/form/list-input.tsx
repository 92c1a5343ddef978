import { useId, useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Icon } from '../icon.tsx'
import type { InputProps } from './inputs.tsx'
import { pastePlainLine } from './paste-plain-line.ts'
import { FieldNote, inputClass } from './text-field.tsx'

interface ListInputProps extends InputProps<readonly string[]> {
  /** How an item reads. */
  wordOf?: (item: string) => string
  /** The items in what was typed or pasted; one that is not whole yet stays in the field. */
  split?: (text: string) => string[]
  /** Why what is being typed is no item yet. */
  problemOf?: (typed: string) => string | undefined
  inputMode?: 'numeric'
}

const whole = (text: string): string[] => [text.trim()]

/**
 * A list of texts: each becomes a chip by Enter, or when the field is left. Backspace in an empty field takes the last one
 * back. What is typed counts as the last item of the value already, so that it is saved and never lost.
 */
export function ListInput({ value, onChange, wordOf = String, split = whole, problemOf, ...props }: ListInputProps) {
  const { label, error, readOnly, className, name, autoFocus, inputMode } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const isTyped = typed !== '' && value.at(-1) === typed
  const items = isTyped ? value.slice(0, -1) : value
  const typedProblem = isTyped ? problemOf?.(typed) : undefined
  const problem = error ?? typedProblem

  const type = (text: string) => {
    setTyped(text)
    onChange(text === '' ? items : [...items, text])
  }
  const add = (text: string) => {
    setTyped('')
    onChange([...new Set([...items, ...split(text)])])
  }
  const remove = (item: string) => {
    onChange(value.filter((one) => one !== item))
    document.getElementById(id)?.focus()
  }
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {items.length > 0 && (
        <ul className="mb-1.5 flex flex-wrap gap-1.5">
          {items.map((item) => (
            <li
              key={item}
              className="inline-flex min-h-9 max-w-full items-center rounded-full bg-accent-soft ps-3 text-sm font-medium"
            >
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{wordOf(item)}</bdi>
              <button
                type="button"
                aria-label={m.list_input_remove({ item: wordOf(item) })}
                disabled={readOnly}
                onClick={() => remove(item)}
                className="grid size-9 flex-none place-items-center rounded-full text-muted hover:text-ink"
              >
                <Icon name="close" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        {...{ name, autoFocus, readOnly, inputMode }}
        id={id}
        dir="auto"
        autoComplete="off"
        placeholder={items.length === 0 ? m.field_optional() : undefined}
        value={isTyped ? typed : ''}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        className={inputClass}
        onPaste={pastePlainLine}
        onChange={({ target }) => type(target.value)}
        onBlur={() => isTyped && problemOf?.(typed) === undefined && add(typed)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && isTyped && !event.ctrlKey && !event.metaKey) {
            // Enter with an empty field is the form's.
            event.preventDefault()
            if (problemOf?.(typed) === undefined) add(typed)
          } else if (event.key === 'Backspace' && !isTyped && items.length > 0) {
            event.preventDefault()
            const last = items.at(-1) ?? ''
            setTyped(last)
            onChange([...items.slice(0, -1), last])
          }
        }}
      />
      <FieldNote id={`${id}-note`} error={problem} hint={isTyped ? m.list_input_hint() : undefined} />
    </div>
  )
}
