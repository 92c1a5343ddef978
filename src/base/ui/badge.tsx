import type { ReactNode } from 'react'

const LOOKS = {
  accent: 'border border-transparent bg-accent-soft text-accent',
  quiet: 'border border-line-strong text-muted',
  danger: 'border border-danger text-danger',
  success: 'border border-success text-success',
}

/** A status as a word in a pill. */
export function Badge({ look, children }: { look: keyof typeof LOOKS; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-6 flex-none items-center rounded-full px-2.5 text-xs font-semibold whitespace-nowrap ${LOOKS[look]}`}
    >
      {children}
    </span>
  )
}
