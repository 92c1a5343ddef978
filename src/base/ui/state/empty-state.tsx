import type { ReactNode } from 'react'

/** Shown in place of an empty list: what it is for, and the next step. A journey looks for `data-empty` on all lists of an empty library. */
export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <div
      data-empty
      className="flex flex-col items-start gap-2 rounded-lg border border-dashed border-line-strong px-5 py-8"
    >
      <h2 className="text-lg">{title}</h2>
      <p className="text-muted">{text}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
