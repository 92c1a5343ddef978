import { useId, type ComponentProps, type ReactNode } from 'react'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  /** Shown below the field unless there is an error. */
  hint?: ReactNode
  error?: ReactNode
}

export const inputClass =
  'h-12 w-full rounded-md border border-line-strong bg-raised px-3.5 transition-shadow duration-150 placeholder:text-muted focus-visible:border-focus focus-visible:ring-3 focus-visible:ring-focus/25 focus-visible:outline-hidden aria-invalid:border-danger'

/** A labelled line of text: label above, hint below, the error in the hint's place and announced. */
export function TextField({ label, hint, error, className = '', ...rest }: TextFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        className={inputClass}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}

/** A text field for an email address. */
export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      name="email"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      {...props}
    />
  )
}

/** The line under a field: its error, announced at once, else its hint. */
export function FieldNote({ id, error, hint }: { id: string; error?: ReactNode; hint?: ReactNode }) {
  return (
    <p
      id={id}
      role={error ? 'alert' : undefined}
      className={`mt-2 text-sm empty:hidden ${error ? 'text-danger' : 'text-muted'}`}
    >
      {error ?? hint}
    </p>
  )
}
