import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { activityQuery } from '#features/activity/activity.data.ts'
import { ActivityPanel } from '#features/activity/shared/activity-list.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { ListBackLink } from '#ui/list/list-back-link.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { panelClass } from '#ui/panel.tsx'
import { ShelfDetails } from '../shelf-details.tsx'
import { shelfQuery } from '../shelf.data.ts'
import { ShelfDelete } from './shelf-delete.tsx'

/** A shelf, for managers: its fields, its activity, the ways to change and to delete it. */
export function ManagerShelfPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: shelf } = useSuspenseQuery(shelfQuery(id))
  return (
    <ManagerPage
      title={shelf.name}
      trail={<ListBackLink to="/manager/shelves" label={m.shelf_list()} />}
      actions={
        <>
          <ShelfDelete shelf={shelf} />
          <Link
            to="/manager/shelves/$id/update"
            params={{ id }}
            state={{ isFromDetail: true }}
            className={buttonClass()}
          >
            {m.shelf_edit()}
          </Link>
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <div className={panelClass}>
          <ShelfDetails shelf={shelf} timeZone={timeZone} />
        </div>
        <ActivityPanel query={activityQuery('shelf', id)} title={m.shelf_activity()} />
      </div>
    </ManagerPage>
  )
}
