import { Icon } from '../icon.tsx'

interface CloseButtonProps {
  /** The words for the button: what it closes or clears. */
  label: string
  className?: string
  onClick: () => void
}

/** A button that is a cross. */
export const CloseButton = ({ label, className = '', onClick }: CloseButtonProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className={`grid size-11 flex-none place-items-center rounded-md text-muted hover:text-ink ${className}`}
  >
    <Icon name="close" />
  </button>
)
