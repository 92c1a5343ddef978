import { useEffect, useId, useState, type ReactNode, type RefObject } from 'react'
import { westernDigits } from '#lib/digits.ts'
import { FieldNote } from './text-field.tsx'

interface CodeFieldProps {
  ref: RefObject<HTMLInputElement | null>
  label: string
  /** Stands below the field until an error takes its place. */
  hint: string
  error: ReactNode
  defaultValue?: string | undefined
  onChange: () => void
  /** Called when the sixth digit is there. */
  onComplete: () => void
}

/** Digits of a code (section 9 of the specification); code-field.css draws as many boxes. */
const LENGTH = 6

/** What people type and paste becomes digits: spaces and dashes go, Arabic digits are read. */
const clean = (text: string): string => westernDigits(text).replace(/[\s\u200E\u200F\u2010-\u2015-]/g, '')

/**
 * A code as one field, drawn over six boxes: the letters stand at the boxes' distance (code-field.css), so it
 * is whole before the script has come, and phones offer the code from the mail.
 */
export function CodeField({ ref, label, hint, error, defaultValue = '', onChange, onComplete }: CodeFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(defaultValue.length)
  const [[from, to], setSelected] = useState<readonly [number, number]>([0, 0])
  useEffect(() => {
    // React's own event misses a field that had the focus before the script came.
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
            const value = clean(event.target.value)
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
