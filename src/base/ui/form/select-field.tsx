import { useId, type ReactNode } from 'react'
import { FieldNote, inputClass } from './text-field.tsx'

interface SelectFieldProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  hint?: ReactNode
  error?: ReactNode
  className?: string
  isDisabled?: boolean
  onChange: (value: T) => void
}

/** A labelled list to choose from: label above, hint below, the error in the hint's place and announced. */
export function SelectField<T extends string>({
  label,
  value,
  options,
  hint,
  error,
  className = '',
  isDisabled,
  onChange,
}: SelectFieldProps<T>) {
  const id = useId()
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={(error ?? hint) ? `${id}-note` : undefined}
        className={`${inputClass} h-11!`}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}
