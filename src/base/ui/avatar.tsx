import { initials } from '#base/lib/search/text.ts'

const SIZES = { small: 'size-7 text-[0.6875rem]', medium: 'size-8 text-xs', large: 'size-12 text-base' }

interface AvatarProps {
  name: string
  /** Used when there is no name. */
  email?: string | null
  size?: keyof typeof SIZES
}

/** Two initials. Hidden from screen readers, because the name is shown next to it. */
export function Avatar({ name, email, size = 'medium' }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={`grid flex-none place-items-center rounded-full border border-transparent bg-accent-soft font-semibold text-accent ${SIZES[size]}`}
    >
      {initials(name, email ?? '')}
    </span>
  )
}
