import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { moveBulk, useSetCurrentBulk } from '#features/book/bulk/bulk.data.ts'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { focusHeading } from '#lib/focus-heading.ts'
import { blockedInDemo } from '#lib/refusal.ts'
import { ConfirmCall, type ConfirmedCall } from '#ui/confirm-call.tsx'
import { rowActionClass } from '#ui/panel.tsx'
import { useRefresh } from '#ui/use-refresh.ts'
import type { Activity } from './activity.schema.ts'

/** Undoes a bulk change after a confirmation, or shows what became of its books; both on the list of books. */
export function ActivityBulk({ activity: { bulk, changes, subject } }: { activity: Activity }) {
  const navigate = useNavigate()
  const setCurrent = useSetCurrentBulk()
  const refresh = useRefresh('book')
  const [confirmed, setConfirmed] = useState<ConfirmedCall>()
  const heading = useRef<HTMLElement>(null)
  const { id } = subject
  const show = async () => {
    setCurrent(id)
    await navigate({ to: '/manager/books' })
    focusHeading()
  }
  if (bulk === 'report')
    return (
      <button type="button" className={buttonClass} onClick={() => void show()}>
        {m.activity_bulk_report()}
      </button>
    )
  const count = Number(changes.find(({ field }) => field === 'books')?.after ?? 0)
  const undo: ConfirmedCall = {
    title: m.books_undo_title({ books: m.activity_books({ count, shown: formatNumber(count) }) }),
    text: m.books_undo_text(),
    action: m.books_undo(),
    isDanger: true,
    call: async () => {
      await moveBulk({ data: { id, to: 'undo' } })
      await show()
    },
    failure: m.books_change_failed(),
  }
  return (
    <>
      <button {...blockedInDemo} type="button" className={buttonClass} onClick={() => setConfirmed(undo)}>
        {m.books_undo()}
      </button>
      <ConfirmCall
        confirmed={confirmed}
        onClose={() => setConfirmed(undefined)}
        heading={heading}
        refresh={refresh}
        onRefused={() => {
          // Another manager may have undone it.
          void refresh()
          return false
        }}
      />
    </>
  )
}

const buttonClass = `${rowActionClass} -ms-2 -my-2`
