import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { formatDateTime, formatTimeAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Avatar } from '#base/ui/avatar.tsx'
import { LoadMoreOf } from '#base/ui/list/load-more.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import { Skeleton } from '#base/ui/state/skeleton.tsx'
import { ActivityChanges } from '../activity-changes.tsx'
import { activityBulkActions } from '../activity.slots.ts'
import type { activityQuery } from '../activity.data.ts'
import type { Activity } from '../activity.schema.ts'
import { ActivitySentence } from '../activity-sentence.tsx'
import { actorName } from '../actor-name.ts'
import { UndoButton } from '../undo/undo-button.tsx'

interface ActivityPanelProps {
  /** Such as `activityQuery('book', id)`. */
  query: ReturnType<typeof activityQuery>
  title: string
  className?: string
  /** Stands below an entry. */
  renderBelow?: (item: Activity) => ReactNode
}

/** The activity on an item with the changed values, and 'Load more'. Its failure does not affect the page. */
export function ActivityPanel({ query, title, className = '', renderBelow }: ActivityPanelProps) {
  const state = useInfiniteQuery(query)
  const items = state.data?.pages.flatMap((page) => page.items)
  return (
    <Panel title={title} className={className}>
      {items ? (
        <>
          <ActivityList
            items={items}
            at={new Date(state.dataUpdatedAt)}
            hasChanges
            {...(renderBelow && { renderBelow })}
          />
          <LoadMoreOf query={state} />
        </>
      ) : (
        <PanelState title={m.activity_load_failed()} query={state}>
          <ActivityLoading />
        </PanelState>
      )}
    </Panel>
  )
}

interface ActivityListProps<Item> {
  /** `count` is the number of equal changes. */
  items: readonly Item[]
  /** The time of the response, so that server and browser render the same. */
  at: Date
  /** Shows the values before and after each change. */
  hasChanges?: boolean
  /** Stands below a row: what a line of several changes opens to. */
  renderBelow?: (item: Item) => ReactNode
}

/** Rows of activity: actor, sentence, time. */
export function ActivityList<Item extends Activity & { count?: number }>(props: ActivityListProps<Item>) {
  const { items, at, hasChanges = false, renderBelow } = props
  const { timeZone } = useSuspenseQuery(installationQuery).data
  if (items.length === 0) return <p className="mt-2 text-muted">{m.activity_empty()}</p>
  return (
    // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari ignores a list without bullets
    <ul role="list" className="mt-1.5">
      {items.map((activity) => (
        // Takes the focus of an 'Undo' that goes.
        <li
          key={activity.id}
          tabIndex={-1}
          className="rounded-sm grid grid-cols-[auto_minmax(0,1fr)_fit-content(40%)] items-start gap-x-3 py-2"
        >
          <Avatar name={actorName(activity)} size="small" />
          <p className="pt-0.5 leading-snug">
            <ActivitySentence activity={activity} count={activity.count} />
            {activity.inNameOf && <InNameOf name={activity.inNameOf.name} />}
          </p>
          <time
            dateTime={activity.at.toISOString()}
            title={formatDateTime(activity.at, timeZone)}
            className="pt-1 text-[0.8125rem] text-muted"
          >
            {formatTimeAgo(activity.at, at, timeZone)}
          </time>
          <div className="col-span-2 col-start-2">
            {hasChanges && (activity.count ?? 1) === 1 && <ActivityChanges activity={activity} timeZone={timeZone} />}
            {hasChanges && (activity.count ?? 1) === 1 && <UndoButton activity={activity} />}
            {activity.bulk !== null && (activity.count ?? 1) === 1 && <activityBulkActions.Parts activity={activity} />}
            {renderBelow?.(activity)}
          </div>
        </li>
      ))}
    </ul>
  )
}

function InNameOf({ name }: { name: string | null }) {
  return (
    <span className="ms-1.5 text-[0.8125rem] text-muted">
      <Sentence text={m.activity_in_name_of} parts={{ person: <bdi>{name ?? m.activity_former_subject()}</bdi> }} />
    </span>
  )
}

/** A placeholder while the activity is loading. */
export function ActivityLoading() {
  return (
    <div className="mt-4 flex flex-col gap-3" aria-busy="true">
      <span className="sr-only" role="status">
        {m.common_loading()}
      </span>
      {[1, 2, 3].map((row) => (
        <span key={row} className="flex items-center gap-3">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className="h-4 w-3/5" />
        </span>
      ))}
    </div>
  )
}
