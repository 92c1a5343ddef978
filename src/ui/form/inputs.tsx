import { useId, useState, type FC } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { westernDigits } from '#lib/search/digits.ts'
import { pastePlainLine } from './paste-plain-line.ts'
import { FieldNote, inputClass, TextField } from './text-field.tsx'
import { useScannedText } from './use-scanned-text.ts'
import { CheckBox } from '../check-box.tsx'

/** Props of a field's input, with a value of the schema's type. */
export interface InputProps<Value> {
  name: string
  label: string
  value: Value
  error: string | undefined
  readOnly: boolean
  autoFocus: boolean
  className: string
  onChange: (value: Value) => void
}

/** A line of text. */
export function LineInput({ onChange, ...rest }: InputProps<string>) {
  return (
    <TextField
      {...rest}
      dir="auto"
      autoComplete="off"
      onPaste={pastePlainLine}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** A line into which a scanner may type the number of a label. */
export function ScannedInput({ onChange, ...rest }: InputProps<string>) {
  const onKeyDown = useScannedText(onChange)
  return (
    <TextField
      {...rest}
      dir="auto"
      autoComplete="off"
      onPaste={pastePlainLine}
      onKeyDown={onKeyDown}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** A text of several lines. */
export function TextInput({ label, value, error, className, onChange, autoFocus, ...rest }: InputProps<string>) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        dir="auto"
        rows={6}
        autoFocus={autoFocus}
        placeholder={m.field_optional()}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={`${inputClass} h-auto py-2.5`}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}

interface NumberProps {
  hint?: string
  disabled?: boolean
}

/**
 * A whole number or null, in digits of any script. Invalid text stays in the field and is NaN to the schema.
 */
export function NumberInput({ value, onChange, ...rest }: InputProps<number | null> & NumberProps) {
  const [typed, setTyped] = useState('')
  const shown = numberOf(typed)
  const isTyped = Object.is(shown, value)
  return (
    <TextField
      {...{ ...rest, inputMode: 'numeric', dir: 'auto', autoComplete: 'off' }}
      placeholder={m.field_optional()}
      value={isTyped ? typed : (value ?? '')}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(numberOf(target.value))
      }}
    />
  )
}

/** A whole number that must be there. */
export const CountInput = ({ onChange, ...rest }: InputProps<number> & NumberProps) => (
  <NumberInput {...rest} onChange={(value) => onChange(value ?? Number.NaN)} />
)

function numberOf(typed: string): number | null {
  const text = westernDigits(typed).replace(/\s/g, '')
  if (text === '') return null
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** A date such as 2026-11-02, or null. */
export function DateInput({ value, onChange, ...rest }: InputProps<string | null>) {
  return (
    <TextField
      {...rest}
      type="date"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  )
}

interface ChoiceFieldProps<Choice extends string | null> extends InputProps<Choice> {
  /** Null for none. */
  choices: readonly Choice[]
  word: (choice: string) => string
}

/** One of several choices with labels, which may come from the server. */
export function ChoiceField<Choice extends string | null>(props: ChoiceFieldProps<Choice>) {
  const { choices, word, label, value, error, readOnly, className, onChange, ...rest } = props
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <select
        {...rest}
        id={id}
        value={value ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={inputClass}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => (choice ?? '') === target.value)
          if (chosen !== undefined && !readOnly) onChange(chosen)
        }}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice ?? ''}>
            {choice === null ? m.field_optional() : word(choice)}
          </option>
        ))}
      </select>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}

/** The input of a field with fixed choices. */
export const choiceInput = <Choice extends string | null>(
  choices: readonly Choice[],
  word: (choice: string) => string,
): FC<InputProps<Choice>> =>
  function ChoiceInput(props) {
    return <ChoiceField {...props} choices={choices} word={word} />
  }

/**
 * Yes or no.
 *
 * @public for fields of nouns to come
 */
export function FlagInput({ label, value, error, readOnly, className, onChange, ...rest }: InputProps<boolean>) {
  const id = useId()
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <CheckBox
          {...rest}
          checked={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => readOnly || onChange(target.checked)}
          className="size-5 flex-none accent-accent"
        />
        {label}
      </label>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
