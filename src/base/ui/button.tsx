import type { ComponentProps } from 'react'
import { Spinner } from './state/spinner.tsx'

type Look = 'primary' | 'second' | 'ghost' | 'danger'

// Forced colours remove backgrounds and show transparent borders.
const LOOKS: Record<Look, string> = {
  primary: 'border border-transparent bg-accent text-accent-ink hover:bg-accent-hover',
  second: 'border border-line-strong bg-raised hover:bg-surface hover:border-muted',
  ghost: 'text-muted hover:text-ink hover:bg-surface',
  danger: 'border border-transparent bg-danger text-danger-ink hover:opacity-90',
}

/** The class of anything that looks like a button: `<button>`, a link. At least 44 px high. */
export const buttonClass = (look: Look = 'primary', extra = ''): string =>
  `inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4 py-2 text-center font-semibold transition-colors duration-150 disabled:opacity-60 aria-disabled:opacity-60 ${LOOKS[look]} ${extra}`

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  /** Shows a spinner and ignores clicks. */
  isBusy?: boolean
}

/** A button. `type` is `button` unless said otherwise. */
export function Button({
  look = 'primary',
  isBusy = false,
  'aria-disabled': isDisabled,
  className = '',
  type = 'button',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || isDisabled || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
      className={buttonClass(look, className)}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
