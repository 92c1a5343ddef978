import { useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import type { ActivityFilter } from '../activity-search.schema.ts'
import type { ActivityLine } from '../activity.schema.ts'
import { undoBurstOf } from './undo.data.ts'

/** Names of what stays that a toast has, at most. */
const NAMED = 5

interface UndoBurstButtonProps {
  line: ActivityLine
  /** The filter that has found the line. */
  filter: ActivityFilter
}

/** Takes a line of several equal changes back. It needs no confirmation: what it changes is a line with 'Undo' itself. */
export function UndoBurstButton({ line, filter }: UndoBurstButtonProps) {
  const refresh = useRefresh(line.subject.kind)
  const [progress, setProgress] = useState(0)
  const { run, isBusy } = useAction(() => undoBurstOf({ ...filter, id: line.id, lastId: line.lastId }, setProgress), {
    refresh,
    failure: m.undo_failed(),
    // The parts of the burst before the refused one stay taken back.
    onRefused: () => {
      void refresh()
      return false
    },
  })
  if (line.undo !== 'possible') return null
  const words = { done: formatNumber(progress), count: formatNumber(line.count) }
  const press = async () => {
    setProgress(0)
    const done = await run()
    if (!done) return
    const { undone, kept } = done.result
    const title = m.undo_burst_done({ count: undone, shown: formatNumber(undone) })
    if (kept.length === 0) return void toast({ type: 'success', title })
    const named = kept.slice(0, NAMED).map(({ name, message }) => (name === null ? message : `${name}: ${message}`))
    const more = kept.length - named.length
    if (more > 0) named.push(m.undo_burst_more({ count: more, shown: formatNumber(more) }))
    void toast({ type: 'warning', title, description: named.join('\n'), duration: 15_000 })
  }
  const said = isBusy && progress > 0 ? m.undo_burst_progress(words) : ''
  return (
    <>
      <button
        {...blockedInDemo}
        type="button"
        aria-disabled={isBusy}
        className={rowActionClass}
        onClick={() => void press()}
      >
        {m.undo_burst()}
      </button>
      <span role="status" className="text-[0.8125rem] text-muted">
        {said}
      </span>
    </>
  )
}
