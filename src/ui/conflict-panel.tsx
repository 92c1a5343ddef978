import { useId, type ReactNode } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from './button.tsx'
import { panelClass } from './panel.tsx'

interface Difference {
  label: string
  /** Empty text reads as such. */
  yours: ReactNode
  theirs: ReactNode
}

interface ConflictPanelProps {
  differences: readonly Difference[]
  isBusy: boolean
  onKeep: () => void
  onTake: () => void
}

const takeFocus = (panel: HTMLElement | null): void => panel?.focus()

/** Somebody else has saved meanwhile: theirs beside yours, field by field, and the choice. */
export function ConflictPanel({ differences, isBusy, onKeep, onTake }: ConflictPanelProps) {
  const id = useId()
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-labelledby={id}
      className={`${panelClass} mb-4 border-warning outline-none`}
    >
      <div role="alert">
        <h2 id={id} className="text-base">
          {m.error_CONFLICT()}
        </h2>
        <p className="mt-1 text-sm text-muted">{m.book_conflict_text()}</p>
      </div>
      <table className="mt-3 w-full table-fixed border-collapse text-start text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            {/* eslint-disable-next-line jsx-a11y/control-has-associated-label -- the corner of the table is empty */}
            <td className="w-[24%] py-2 pe-3 max-sm:w-[36%]" />
            <th scope="col" className="py-2 pe-3 text-start font-semibold">
              {m.book_conflict_yours()}
            </th>
            <th scope="col" className="py-2 text-start font-semibold">
              {m.book_conflict_theirs()}
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ label, yours, theirs }) => (
            <tr key={label} className="border-b border-line align-top">
              <th scope="row" className="py-2 pe-3 text-start font-normal text-muted max-sm:pe-2">
                {label}
              </th>
              <td className="py-2 pe-3 break-words">
                <Value>{yours}</Value>
              </td>
              <td className="py-2 break-words">
                <Value>{theirs}</Value>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button isBusy={isBusy} onClick={onKeep}>
          {m.book_keep_mine()}
        </Button>
        <Button look="second" onClick={() => isBusy || onTake()}>
          {m.book_take_theirs()}
        </Button>
      </div>
    </section>
  )
}

function Value({ children }: { children: ReactNode }) {
  return children ? <span dir="auto">{children}</span> : <span className="text-muted">{m.book_conflict_empty()}</span>
}
