import { useQuery } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import { Panel } from '#base/ui/panel.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { startPhaseQuery } from './update.data.ts'
import type { UpdateStatus } from './update.schema.ts'

/** The phases of an update, in their order. */
const PHASES = {
  waiting: m.update_phase_waiting,
  checking: m.update_phase_checking,
  keeping: m.update_phase_keeping,
  queued: m.update_phase_queued,
  installing: m.update_phase_installing,
  starting: m.update_phase_starting,
  returning: m.update_phase_returning,
}
const NAMES = Object.keys(PHASES)

/** Seconds after which an update that was asked for should have begun. */
const PATIENCE = 60

/** What the new version does before it answers, as far as it says so. */
function Closed() {
  const { data: phase } = useQuery(startPhaseQuery)
  if (phase === 'updating') return `${m.starting_updating_title()}. ${m.starting_updating_text()}`
  if (phase === 'waiting') return `${m.starting_waiting_title()}. ${m.starting_waiting_text()}`
  return m.update_closed()
}

interface UnderWayProps {
  status: UpdateStatus
  /** The server does not answer: it is being replaced. */
  isClosed: boolean
}

/** How far an update has come. */
export function UnderWay({ status: { waiting, last }, isClosed }: UnderWayProps) {
  const name = waiting === null ? (last?.phase ?? 'waiting') : 'waiting'
  const text = (lookUp(PHASES, name) ?? PHASES.waiting)()
  return (
    <Panel title={m.update_under_way()} className="mt-4">
      <ProgressBar
        label={m.update_under_way()}
        share={(NAMES.indexOf(name) + 1) / (NAMES.length + 1)}
        text={text}
        className="mt-3 max-w-md"
      />
      <p role="status" className="mt-2 max-w-prose text-muted">
        {text} {isClosed ? <Closed /> : (name === 'installing' || name === 'starting') && m.update_closed()}
      </p>
      {waiting !== null && waiting > PATIENCE && (
        <>
          <p className="mt-3 max-w-prose font-medium text-warning">{m.update_not_begun()}</p>
          <code dir="ltr" className="mt-1 block text-start text-sm">
            systemctl status maktaba-update.path maktaba-update.service
          </code>
        </>
      )}
    </Panel>
  )
}
