import { useId, useState, type ComponentProps, type FC } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { westernDigits } from '#base/lib/search/digits.ts'
import { pastePlainLine } from './paste-plain-line.ts'
import { FieldNote, inputClass, TextField } from './text-field.tsx'
import { useScannedText } from './use-scanned-text.ts'
import { CheckBox } from '../check-box.tsx'

/** Props of a field's input, with a value of the schema's type. */
export interface InputProps<Value> {
  name: string
  label: string
  value: Value
  /** Whether it may stay empty, which an empty one says: what `mayBeEmpty` finds in the field's schema. */
  isOptional: boolean
  error: string | undefined
  readOnly: boolean
  autoFocus: boolean
  className: string
  onChange: (value: Value) => void
}

/** What an empty input says. */
export const emptyText = (isOptional: boolean): string => (isOptional ? m.field_optional() : '')

/** A line of text. */
export function LineInput({
  isOptional,
  onChange,
  ...rest
}: InputProps<string> & Pick<ComponentProps<'input'>, 'onKeyDown'>) {
  return (
    <TextField
      {...rest}
      placeholder={emptyText(isOptional)}
      dir="auto"
      autoComplete="off"
      onPaste={pastePlainLine}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/**
 * A line into which a scanner may type the number of a label.
 *
 * @public for fields of nouns to come
 */
export const ScannedInput = (props: InputProps<string>) => (
  <LineInput {...props} onKeyDown={useScannedText(props.onChange)} />
)

/** A text of several lines. */
export function TextInput(props: InputProps<string>) {
  const { label, value, isOptional, error, className, onChange, autoFocus, ...rest } = props
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
        placeholder={emptyText(isOptional)}
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
 * A whole number or null, in digits of any script. Invalid text stays in the field and is Infinity to the schema,
 * which takes none: NaN is an empty field of `CountInput`.
 */
export function NumberInput({ value, isOptional, onChange, ...rest }: InputProps<number | null> & NumberProps) {
  const [typed, setTyped] = useState('')
  const shown = numberOf(typed)
  const isTyped = Object.is(shown, value)
  return (
    <TextField
      {...{ ...rest, inputMode: 'numeric', dir: 'auto', autoComplete: 'off' }}
      placeholder={emptyText(isOptional)}
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
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
}

/**
 * A date such as 2026-11-02, or null.
 *
 * @public for fields of nouns to come
 */
export function DateInput(props: InputProps<string | null>) {
  const { value, isOptional: _, onChange, ...rest } = props
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
  /** The choices; null is the choice of none. */
  choices: readonly Choice[]
  word: (choice: string) => string
}

/**
 * One of several choices with labels, which may come from the server.
 *
 * @public for the floors above
 */
export function ChoiceField<Choice extends string | null>(props: ChoiceFieldProps<Choice>) {
  const { choices, word, label, value, isOptional, error, readOnly, className, onChange, ...rest } = props
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
            {choice === null ? emptyText(isOptional) : word(choice)}
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
export function FlagInput(props: InputProps<boolean>) {
  const { label, value, isOptional: _, error, readOnly, className, onChange, ...rest } = props
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
