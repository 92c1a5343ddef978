import type { ReactNode } from 'react'

const PANEL = 'mt-4 rounded-md border border-line bg-raised px-4.5 py-4'

/** A frame of the account page. */
export function AccountPanel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={PANEL}>
      {title && <h2 className="text-base">{title}</h2>}
      {children}
    </section>
  )
}

/** A quiet action at the end of a row, at least 44 px high. */
export const rowActionClass =
  '-me-2 inline-flex min-h-11 flex-none items-center rounded-sm px-2 text-sm font-medium text-accent hover:underline'
