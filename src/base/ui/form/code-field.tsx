import { useEffect, useId, useState, type ReactNode, type RefObject } from 'react'
import { codeDigits } from '#base/lib/search/digits.ts'
import { FieldNote } from './text-field.tsx'
import './code-field.css'

interface CodeFieldProps {
  ref: RefObject<HTMLInputElement | null>
  label: string
  /** Shown below the field unless there is an error. */
  hint: string
  error: ReactNode
  defaultValue?: string | undefined
  onChange: () => void
  /** Called when six digits are entered. */
  onComplete: () => void
}

/** Digits of a code (section 9 of the specification); code-field.css draws as many boxes. */
const LENGTH = 6

/**
 * A code as one field drawn as six boxes by letter spacing (code-field.css): works before the script is loaded, and
 * phones can fill in the code from the mail.
 */
export function CodeField({ ref, label, hint, error, defaultValue = '', onChange, onComplete }: CodeFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(defaultValue.length)
  const [[from, to], setSelected] = useState<readonly [number, number]>([0, 0])
  useEffect(() => {
    // React's `onSelect` misses a field that was focused before hydration.
    const look = () => setSelected([ref.current?.selectionStart ?? 0, ref.current?.selectionEnd ?? 0])
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [ref])
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div dir="ltr" className="code-field">
        <div aria-hidden="true" className="code-boxes">
          {Array.from({ length: LENGTH }, (_, index) => (
            <span
              key={index}
              data-at={index === Math.min(typed, LENGTH - 1) ? '' : undefined}
              data-selected={index >= from && index < to ? '' : undefined}
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
            const value = codeDigits(event.target.value)
            if (value !== event.target.value) event.target.value = value
            setTyped(value.length)
            onChange()
            if (value.length === LENGTH) onComplete()
          }}
        />
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}
