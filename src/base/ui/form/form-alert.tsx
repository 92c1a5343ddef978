import type { ReactNode } from 'react'

/** Error message above a form. Always rendered, so that changes are announced. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mb-4 rounded-md border border-danger bg-raised px-4 py-3 text-danger empty:hidden">
      {children}
    </p>
  )
}
