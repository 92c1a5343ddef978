import { useId, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { isSameValue } from '#base/lib/form/is-same-value.ts'
import { Icon } from '../icon.tsx'
import { emptyText, type InputProps } from './inputs.tsx'
import { pastePlainLine } from './paste-plain-line.ts'
import { FieldNote, inputClass } from './text-field.tsx'

/** The items in a text; one that has none counts as a whole, so that the schema refuses it. */
function partsOf(text: string, split: (text: string) => string[]): string[] {
  const parts = split(text)
  return parts.length > 0 || text === '' ? parts : [text]
}

interface ListInputProps extends InputProps<readonly string[]> {
  /** How an item reads. */
  wordOf?: (item: string) => string
  /** The items in what was typed or pasted; one that is not whole yet stays in the field. */
  split?: (text: string) => string[]
  /** Why what is being typed is no item yet. */
  problemOf?: (typed: string) => string | undefined
  inputMode?: 'numeric'
}

const whole = (text: string): string[] => (text === '' ? [] : [text.trim()])

/**
 * A list of texts: each becomes a chip by Enter. Backspace in an empty field takes the last one back. What is typed counts
 * as the end of the value already: it is saved as it stands. Leaving the field changes nothing on the page, since a chip that
 * appears would move a button away from the press that left the field.
 */
export function ListInput({ value, onChange, wordOf = String, split = whole, problemOf, ...props }: ListInputProps) {
  const { label, isOptional, error, readOnly, className, name, autoFocus, inputMode } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const parts = partsOf(typed, split)
  // Not where the form was cleared, or filled in, meanwhile.
  const isTyped = parts.length > 0 && isSameValue(value.slice(-parts.length), parts)
  const items = isTyped ? value.slice(0, -parts.length) : value
  const typedProblem = isTyped ? problemOf?.(typed) : undefined
  const problem = error ?? typedProblem

  const type = (text: string) => {
    setTyped(text)
    onChange([...items, ...partsOf(text, split)])
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
        placeholder={emptyText(isOptional && items.length === 0)}
        value={isTyped ? typed : ''}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        className={inputClass}
        onPaste={pastePlainLine}
        onChange={({ target }) => type(target.value)}
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
