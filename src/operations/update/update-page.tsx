import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatBytes, formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { SendPackage } from './send-package.tsx'
import { UnderWay } from './under-way.tsx'
import { beginUpdateNow, fetchUpdatePackage, isBusy, lookForUpdate, updateStatusQuery } from './update.data.ts'
import type { Announced, UpdateStatus } from './update.schema.ts'

interface UpdatePageProps {
  timeZone: string
}

/** Which version runs, and a newer one by its package: from a file or the address that announces it, and the way back. */
export function UpdatePage({ timeZone }: UpdatePageProps) {
  const query = useQuery(updateStatusQuery)
  const { data, isRefetchError } = query
  return (
    <ManagerPage title={m.update_title()} trail={<ListBackLink to="/manager/settings" label={m.settings_title()} />}>
      {data ? (
        <Update status={data} isClosed={isRefetchError} timeZone={timeZone} />
      ) : (
        <Panel>
          <PanelState title={m.update_look_failed()} query={query} />
        </Panel>
      )}
    </ManagerPage>
  )
}

interface UpdateProps extends UpdatePageProps {
  status: UpdateStatus
  /** The server does not answer. */
  isClosed: boolean
}

function Update({ status, isClosed, timeZone }: UpdateProps) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries(updateStatusQuery)
  const [confirmed, setConfirmed] = useState<ConfirmedCall>()
  const heading = useRef<HTMLHeadingElement>(null)
  useReloadWhenUpdated(status.version)
  const { isPackage, sent, last } = status
  const isIdle = !isBusy(status)
  return (
    <>
      <Panel title={m.update_running({ version: status.version })} titleRef={heading}>
        <NewestVersion status={status} />
        {isIdle && sent && (
          <div className="mt-3">
            <p role="status">{m.update_ready({ version: sent.version, size: formatBytes(sent.size) })}</p>
            <Button className="mt-3" onClick={() => setConfirmed(installation(sent.version))}>
              {m.update_install({ version: sent.version })}
            </Button>
          </div>
        )}
      </Panel>
      {!isIdle && <UnderWay status={status} isClosed={isClosed} />}
      {isIdle && last && (
        <LastUpdate last={last} timeZone={timeZone} onBack={(version) => setConfirmed(wayBack(version))} />
      )}
      {isIdle && isPackage && <SendPackage />}
      {!isPackage && (
        <Panel title={m.update_elsewhere_title()} className="mt-4">
          <p className="mt-1 max-w-prose text-muted">{m.update_elsewhere()}</p>
        </Panel>
      )}
      <ConfirmCall confirmed={confirmed} onClose={() => setConfirmed(undefined)} heading={heading} refresh={refresh} />
    </>
  )
}

/** Another version runs: its pages are loaded. */
function useReloadWhenUpdated(version: string): void {
  const first = useRef(version)
  useEffect(() => {
    if (version !== first.current) location.reload()
  }, [version])
}

/** Whether there is a newer version, where the server knows whom to ask. */
function NewestVersion({ status: { isAnnounced, isPackage, sent } }: { status: UpdateStatus }) {
  const queryClient = useQueryClient()
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof lookForUpdate>>>()
  const look = useAction(async () => setAnswer(await lookForUpdate()), { failure: m.update_look_failed() })
  const fetch = useAction(
    async () => queryClient.setQueryData(updateStatusQuery.queryKey, await fetchUpdatePackage()),
    { failure: m.update_fetch_failed() },
  )
  if (!isAnnounced) return <p className="mt-1 max-w-prose text-muted">{m.update_unasked()}</p>
  const { announced, problem } = answer ?? {}
  return (
    <>
      <div role="status" className="mt-1 max-w-prose empty:hidden">
        {announced && <p>{announced.isNewer ? m.update_out(announced) : m.update_newest()}</p>}
        {problem && (
          <>
            <p className="font-medium text-danger">{m.update_look_failed()}</p>
            <p dir="auto" className="text-sm text-muted [overflow-wrap:anywhere]">
              {problem}
            </p>
          </>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {isPackage && announced && canFetch(announced) && !sent && (
          <Button isBusy={fetch.isBusy} onClick={() => void fetch.run()}>
            {m.update_fetch({ version: announced.version })}
          </Button>
        )}
        <Button look="second" isBusy={look.isBusy} onClick={() => void look.run()}>
          {m.update_look()}
        </Button>
      </div>
    </>
  )
}

const canFetch = ({ isNewer, hasPackage }: Announced): boolean => isNewer && hasPackage

interface LastUpdateProps {
  last: NonNullable<UpdateStatus['last']>
  timeZone: string
  onBack: (version: string) => void
}

/** How the last update ended, and the way back from it. */
function LastUpdate({ last: { phase, from, to, at, reason, before }, timeZone, onBack }: LastUpdateProps) {
  const words = { from, to, at: formatDateTime(new Date(at), timeZone) }
  const isWell = phase === 'updated' || phase === 'went_back'
  return (
    <Panel title={m.update_last()} className="mt-4">
      <p className={`mt-1 max-w-prose ${isWell ? '' : 'font-medium text-danger'}`}>
        {phase === 'updated' && m.update_updated(words)}
        {phase === 'returned' && m.update_returned(words)}
        {phase === 'went_back' && m.update_went_back(words)}
        {phase === 'failed' && m.update_failed(words)}
      </p>
      {reason !== '' && (
        <pre
          dir="ltr"
          className="mt-2 overflow-x-auto rounded-sm bg-surface px-3 py-2 text-start text-sm whitespace-pre-wrap"
        >
          {reason}
        </pre>
      )}
      {before !== null && (
        <Button look="second" className="mt-3" onClick={() => onBack(before)}>
          {m.update_back({ version: before })}
        </Button>
      )}
    </Panel>
  )
}

const installation = (version: string): ConfirmedCall => ({
  title: m.update_confirm_title({ version }),
  text: m.update_confirm_text(),
  action: m.update_install({ version }),
  call: () => beginUpdateNow({ data: { action: 'update' } }),
  failure: m.update_begin_failed(),
})

const wayBack = (version: string): ConfirmedCall => ({
  title: m.update_back_title({ version }),
  text: m.update_back_text(),
  action: m.update_back({ version }),
  isDanger: true,
  call: () => beginUpdateNow({ data: { action: 'back' } }),
  failure: m.update_begin_failed(),
})
