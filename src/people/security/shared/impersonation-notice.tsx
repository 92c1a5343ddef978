import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { CloseButton } from '#base/ui/dialog/close-button.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { ownSignInsQuery } from '../security.data.ts'

const KEY = 'impersonation-seen'
/** Milliseconds that the notice is shown for; the entry stays in 'Your sign-ins'. */
const SHOWN_FOR = 30 * 86_400_000

function readSeen(): number {
  try {
    return Number(localStorage.getItem(KEY))
  } catch {
    return 0
  }
}

function rememberSeen(id: number): void {
  try {
    localStorage.setItem(KEY, String(id))
  } catch {
    // Without storage the notice comes again.
  }
}

/** Tells the user that an admin acted as them lately, and why, until it is hidden in this browser. */
export function ImpersonationNotice({ timeZone }: { timeZone: string }) {
  const { data, dataUpdatedAt } = useInfiniteQuery(ownSignInsQuery)
  const [hidden, setHidden] = useState(0)
  const latest = data?.pages[0]?.items.find(({ kind }) => kind === 'impersonation_begun')
  const id = latest?.id ?? 0
  const isNew = useInBrowser(() => id > readSeen(), false)
  if (!latest || !isNew || hidden === id || latest.at.getTime() < dataUpdatedAt - SHOWN_FOR) return null
  const reason = String(latest.details.reason || m.security_no_reason())
  return (
    <div role="status" className={`${panelClass} mt-4 flex items-start justify-between gap-3`}>
      <p dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {m.sign_ins_notice({ when: formatDateTime(latest.at, timeZone), reason })}
      </p>
      <CloseButton
        label={m.sign_ins_notice_close()}
        className="-me-3 -mt-2.5"
        onClick={() => {
          rememberSeen(id)
          setHidden(id)
        }}
      />
    </div>
  )
}
