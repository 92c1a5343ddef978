import type { ReactNode } from 'react'

/** Why a form was not saved, above it. Always in the page, so that what comes is announced. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mb-4 rounded-md border border-danger bg-raised px-4 py-3 text-danger empty:hidden">
      {children}
    </p>
  )
}
