import { Link } from '@tanstack/react-router'
import { formatDate, formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import type { Hold } from '../loan.schema.ts'
import { useCancelHold } from './use-cancel-hold.ts'

/** Who waits for a book, in the order of the queue, each with the way to cancel it. */
export function BookHolds({ holds, timeZone }: { holds: readonly Hold[]; timeZone: string }) {
  const cancel = useCancelHold()
  if (holds.length === 0) return null
  return (
    <section className="mt-3 border-t border-line pt-3">
      <h3 className="text-sm font-semibold">{m.hold_title()}</h3>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ol role="list">
        {holds.map(({ id, borrowerId, borrower, group, placedAt, readyUntil }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-line not-first:border-t">
            <span className="py-2 break-words">
              {borrowerId && (
                <Link
                  to="/manager/borrowers/$id"
                  params={{ id: borrowerId }}
                  className="font-medium hover:text-accent hover:underline"
                >
                  <bdi>{borrower}</bdi>
                </Link>
              )}
              <span className="text-sm text-muted">
                {group && (
                  <>
                    {' · '}
                    <bdi>{group}</bdi>
                  </>
                )}
                {' · '}
                {readyUntil === null
                  ? m.hold_since({ day: formatDate(placedAt, timeZone) })
                  : m.hold_aside({ day: formatDay(readyUntil) })}
              </span>
            </span>
            <button
              {...blockedInDemo}
              type="button"
              aria-label={m.own_cancel_of({ title: borrower ?? '' })}
              aria-disabled={cancel.isBusy || undefined}
              className={rowActionClass}
              onClick={() => void cancel.run(id)}
            >
              {m.common_cancel()}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
