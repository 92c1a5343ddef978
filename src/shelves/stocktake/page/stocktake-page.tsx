import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { deviceId } from '../count/this-device.ts'
import { closeStocktake, discardStocktake, reopenStocktake, stocktakeQuery } from '../stocktake.data.ts'
import type { Stocktake } from '../stocktake.schema.ts'
import { scopeText } from '../stocktake.words.ts'
import { CountPanel } from './count-panel.tsx'
import { KindTable } from './kind-table.tsx'
import { ScanDevicesPanel, SeenPanel } from './seen-panel.tsx'
import { useRefreshStocktakes } from './use-refresh-stocktakes.ts'

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:contents'

/** A stock-taking: the field for scans, how much was seen, and what was found. */
export function StocktakePage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: stocktake, dataUpdatedAt } = useSuspenseQuery(stocktakeQuery(id))
  const own = useInBrowser(deviceId, '')
  const { startedAt, closedAt, devices } = stocktake
  return (
    <ManagerPage
      title={m.stocktake_title()}
      trail={<ListBackLink to="/manager/stocktakes" label={m.stocktake_list()} />}
      badge={
        <span className="text-muted [overflow-wrap:anywhere]">
          <bdi>{scopeText(stocktake)}</bdi> ·{' '}
          {closedAt
            ? m.stocktake_closed_on({ day: formatDate(closedAt, timeZone) })
            : m.stocktake_since({ day: formatDate(startedAt, timeZone) })}
        </span>
      }
      actions={<Actions stocktake={stocktake} />}
    >
      {/* On a phone one column, in which the field stands above what was found. */}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className={COLUMN}>
          <SeenPanel stocktake={stocktake} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 max-lg:order-3">
            <KindTable stocktake={stocktake} timeZone={timeZone} />
            <p className="text-sm text-pretty text-muted print:hidden">{m.stocktake_undoable()}</p>
          </div>
        </div>
        <div className={COLUMN}>
          <CountPanel stocktake={stocktake} />
          <ScanDevicesPanel
            devices={devices}
            own={own === '' ? undefined : own}
            now={new Date(dataUpdatedAt)}
            timeZone={timeZone}
          />
        </div>
      </div>
    </ManagerPage>
  )
}

function Actions({ stocktake: { id, closedAt, devices } }: { stocktake: Stocktake }) {
  const navigate = useNavigate()
  const refresh = useRefreshStocktakes()
  const failure = m.stocktake_not_changed()
  const close = useAction(() => closeStocktake({ data: { id } }), { failure, refresh })
  const reopen = useAction(() => reopenStocktake({ data: { id } }), { failure, refresh })
  const discard = useAction(
    async () => {
      await discardStocktake({ data: { id } })
      await navigate({ to: '/manager/stocktakes' })
    },
    { failure },
  )
  return (
    <>
      <a href={`/api/v1/stocktakes/${id}/export`} download className={buttonClass('second')}>
        {m.activity_export()}
      </a>
      {devices.length === 0 && (
        <Button {...blockedInDemo} look="second" isBusy={discard.isBusy} onClick={() => void discard.run()}>
          {m.stocktake_discard()}
        </Button>
      )}
      {closedAt === null ? (
        <Button {...blockedInDemo} isBusy={close.isBusy} onClick={() => void close.run()}>
          {m.stocktake_close()}
        </Button>
      ) : (
        <Button {...blockedInDemo} look="second" isBusy={reopen.isBusy} onClick={() => void reopen.run()}>
          {m.stocktake_reopen()}
        </Button>
      )}
    </>
  )
}
