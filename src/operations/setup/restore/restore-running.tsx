import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatPercent } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { restoreProgressQuery } from './restore.data.ts'

/** How far the library is. Then the page is opened anew, since all that it knows is of the library before. */
export function RestoreRunning({ onFailed }: { onFailed: (problem: string) => void }) {
  const { data } = useQuery(restoreProgressQuery)
  const { phase, problem = null, step = 'restoring', share = 0 } = data ?? {}
  useEffect(() => {
    if (phase === 'restored' || phase === 'none') window.location.assign('/setup')
    if (phase === 'failed') onFailed(problem ?? m.restore_problem_failed())
  }, [phase, problem, onFailed])
  const text = step === 'saving' ? m.restore_running_saving() : m.restore_running_rows()
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{m.restore_running()}</h1>
      <p className="mt-2.5 mb-6 text-pretty text-muted">{m.restore_running_text()}</p>
      <ProgressBar label={m.restore_running()} share={share} text={`${formatPercent(share)} ${text}`} />
      <p role="status" className="mt-2 text-sm text-muted">
        {text}
      </p>
    </main>
  )
}
