import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PasskeyOffer } from '#people/passkey/shared/passkey-offer.tsx'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { formatWeekday } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { Skeleton } from '#base/ui/state/skeleton.tsx'
import { DashboardCards } from './dashboard-cards.tsx'
import { DashboardAttention } from './dashboard-attention.tsx'
import { DashboardRestored } from './dashboard-restored.tsx'
import { manyBooksLinks } from '#catalogue/book/book.slots.ts'
import { DashboardActivity } from './dashboard-activity.tsx'
import { figuresQuery, LazyCharts } from './dashboard.data.ts'

const ROW = 'mt-3 grid gap-3 sm:mt-4 sm:gap-4 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]'

/** The manager's first page: counts, charts, recent activity and what needs attention. */
export function DashboardPage() {
  const { data: figures, dataUpdatedAt } = useSuspenseQuery(figuresQuery)
  return (
    <ManagerPage
      title={m.dashboard_title()}
      actions={
        <>
          <Today at={new Date(dataUpdatedAt)} />
          <manyBooksLinks.Parts className={buttonClass('second', 'max-sm:hidden')} />
        </>
      }
    >
      {figures.afterRestore && <DashboardRestored open={figures.afterRestore} />}
      <DashboardCards figures={figures} />
      {figures.counts.book === 0 ? (
        <div className="mt-4">
          <EmptyState
            title={m.dashboard_empty_title()}
            text={m.dashboard_empty_text()}
            action={
              <div className="flex flex-wrap gap-3">
                <Link to="/manager/books/new" className={buttonClass()}>
                  {m.dashboard_empty_action()}
                </Link>
                <manyBooksLinks.Parts className={buttonClass('second')} />
              </div>
            }
          />
        </div>
      ) : (
        <div className={ROW}>
          <Suspense fallback={<Skeleton className="h-72" />}>
            <LazyCharts months={figures.months} byGenre={figures.byGenre} />
          </Suspense>
        </div>
      )}
      <div className={ROW}>
        <DashboardActivity />
        <DashboardAttention attention={figures.attention} warnings={figures.warnings} />
      </div>
      <PasskeyOffer />
    </ManagerPage>
  )
}

/** The date of the response, not of the rendering, so that server and browser render the same. */
function Today({ at }: { at: Date }) {
  const { timeZone } = useSuspenseQuery(installationQuery).data
  return <span className="text-muted">{formatWeekday(at, timeZone)}</span>
}
