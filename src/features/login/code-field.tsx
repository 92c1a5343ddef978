import { useId, useState, type RefObject } from 'react'
import { westernDigits } from '#lib/digits.ts'
import { m } from '#i18n/paraglide/messages.js'
import { FieldNote } from '#ui/text-field.tsx'
import { CODE_LENGTH, CODE_MINUTES } from './login.schema.ts'

interface CodeFieldProps {
  ref: RefObject<HTMLInputElement | null>
  error: string | undefined
  defaultValue: string | undefined
  onChange: () => void
  /** Called when the sixth digit is there. */
  onComplete: () => void
}

/** What people type and paste becomes digits: spaces and dashes go, Arabic digits are read. */
const clean = (text: string): string => westernDigits(text).replace(/[\s\u200E\u200F\u2010-\u2015-]/g, '')

/**
 * A code as one field, drawn over six boxes: the letters stand at the boxes' distance (styles.css), so it
 * is whole before the script has come, and phones offer the code from the mail.
 */
export function CodeField({ ref, error, defaultValue = '', onChange, onComplete }: CodeFieldProps) {
  const id = useId()
  const [length, setLength] = useState(defaultValue.length)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {m.verify_code_label()}
      </label>
      <div dir="ltr" className="code-field">
        <div aria-hidden="true" className="code-boxes">
          {Array.from({ length: CODE_LENGTH }, (_, index) => (
            <span
              key={index}
              data-at={index === Math.min(length, CODE_LENGTH - 1) ? '' : undefined}
              data-wrong={error ? '' : undefined}
            />
          ))}
        </div>
        <input
          ref={ref}
          id={id}
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          defaultValue={defaultValue}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            const value = clean(event.target.value)
            if (value !== event.target.value) event.target.value = value
            setLength(value.length)
            onChange()
            if (value.length === CODE_LENGTH) onComplete()
          }}
        />
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={m.verify_hint({ minutes: CODE_MINUTES })} />
    </div>
  )
}
