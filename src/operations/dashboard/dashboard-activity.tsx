import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { recentActivityQuery } from '#kit/activity/activity.data.ts'
import { ActivityList, ActivityLoading } from '#kit/activity/shared/activity-list.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'

/** Recent activity. Its errors do not affect the rest of the page. */
export function DashboardActivity() {
  const query = useQuery(recentActivityQuery)
  const { data, dataUpdatedAt } = query
  return (
    <Panel
      title={m.dashboard_activity()}
      className="min-w-0"
      action={
        <Link to="/manager/activity" className={`${rowActionClass} -my-2.5`}>
          {m.activity_all()}
        </Link>
      }
    >
      {data ? (
        <ActivityList items={data.items} at={new Date(dataUpdatedAt)} />
      ) : (
        <PanelState title={m.activity_load_failed()} query={query}>
          <ActivityLoading />
        </PanelState>
      )}
    </Panel>
  )
}
