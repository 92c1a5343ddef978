import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { LoadMoreOf } from '#base/ui/list/load-more.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { burstQuery } from './activity.data.ts'
import type { ActivityLine } from './activity.schema.ts'
import type { ActivityFilter } from './activity-search.schema.ts'
import { UndoBurstButton } from './undo/undo-burst-button.tsx'
import { ActivityList, ActivityLoading } from './shared/activity-list.tsx'

interface ActivityBurstProps {
  line: ActivityLine
  /** The filter that has found the line. */
  filter: ActivityFilter
}

/** Opens a line of several equal changes: each of them, with its values. */
export function ActivityBurst({ line, filter }: ActivityBurstProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className="-ms-2 -my-2 flex flex-wrap items-center">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className={rowActionClass}
        >
          {isOpen ? m.activity_close() : m.activity_open()}
        </button>
        <UndoBurstButton line={line} filter={filter} />
      </div>
      {isOpen && (
        <div id={id} className="mt-1 border-s-2 border-line ps-3 max-sm:-ms-10 max-sm:ps-2">
          <Entries line={line} filter={filter} />
        </div>
      )}
    </>
  )
}

function Entries({ line, filter }: ActivityBurstProps) {
  const state = useInfiniteQuery(burstQuery(filter, line))
  const items = state.data?.pages.flatMap((page) => page.items)
  if (items)
    return (
      <>
        <ActivityList items={items} at={new Date(state.dataUpdatedAt)} hasChanges />
        <LoadMoreOf query={state} count={items.length} />
      </>
    )
  return (
    <PanelState title={m.activity_load_failed()} query={state}>
      <ActivityLoading />
    </PanelState>
  )
}
