import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { endCorner, unlockCorner } from '../corner.data.ts'
import type { ListedCorner } from '../corner.schema.ts'

/** What can be done about an open corner: unlock it, end it. */
export function CornerButtons({ corner: { id, name, isLocked } }: { corner: ListedCorner }) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['corner', 'list'] })
  const heading = useRef<HTMLElement>(null)
  const [confirmed, setConfirmed] = useState<ConfirmedCall>()
  const unlock = useAction(() => unlockCorner({ data: { id } }), { failure: m.corner_not_changed(), refresh })
  const called = { name: isolated(name) }
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      {isLocked && (
        <button
          {...blockedInDemo}
          type="button"
          className={rowActionClass}
          aria-label={m.corner_unlock_of(called)}
          aria-disabled={unlock.isBusy || undefined}
          onClick={() => void unlock.run()}
        >
          {m.corner_unlock()}
        </button>
      )}
      <button
        {...blockedInDemo}
        type="button"
        className={rowActionClass}
        aria-label={m.corner_end_of(called)}
        onClick={() =>
          setConfirmed({
            title: m.corner_end_title(called),
            text: m.corner_end_text(),
            action: m.corner_end(),
            isDanger: true,
            call: () => endCorner({ data: { id } }),
            isDoneWhenGone: true,
            failure: m.corner_not_changed(),
          })
        }
      >
        {m.corner_end()}
      </button>
      <ConfirmCall confirmed={confirmed} onClose={() => setConfirmed(undefined)} heading={heading} refresh={refresh} />
    </div>
  )
}
