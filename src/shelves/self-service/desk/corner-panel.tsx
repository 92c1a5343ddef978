import { useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { formatTimeAgo } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { installationQuery } from '#kit/installation/installation.data.ts'
import type { LibraryDecisions } from '#kit/library-settings/library-settings.schema.ts'
import { cornersQuery } from '../corner.data.ts'
import type { ListedCorner } from '../corner.schema.ts'
import { CornerButtons } from './corner-buttons.tsx'

/** Asks for the open corners; optional, the panel asks again. */
export const loadCornerPanel = ({ queryClient }: { queryClient: QueryClient }) =>
  queryClient.query(cornersQuery).catch(() => undefined)

/** On the page of settings, while the library lends: the devices that lend by themselves. */
export const CornerPanel = ({ library }: { library: LibraryDecisions }) => library.lending && <CornerSection />

function CornerSection() {
  const corners = useQuery(cornersQuery)
  const { data } = corners
  return (
    <Panel title={m.corner_list()} className="mt-4">
      {!data && <PanelState title={m.corner_list()} query={corners} />}
      {data?.length === 0 && <p className="mt-1 text-sm text-pretty text-muted">{m.corner_none()}</p>}
      {data && data.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
        <ul role="list" className="mt-2">
          {data.map((corner) => (
            <CornerLine key={corner.id} corner={corner} at={corners.dataUpdatedAt} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function CornerLine({ corner, at }: { corner: ListedCorner; at: number }) {
  const { name, openedBy, openedAt, lastSeenAt, returnsWithoutCard, isLocked } = corner
  const { timeZone } = useSuspenseQuery(installationQuery).data
  const ago = (moment: Date) => formatTimeAgo(moment, new Date(at), timeZone)
  const opened = { time: ago(openedAt) }
  const facts = [
    openedBy === null ? m.corner_opened(opened) : m.corner_opened_by({ ...opened, person: isolated(openedBy) }),
    ...(lastSeenAt ? [m.corner_seen({ time: ago(lastSeenAt) })] : []),
    ...(returnsWithoutCard ? [m.corner_returns()] : []),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-t border-line py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p dir="auto" className="font-semibold break-words">
          {name}
        </p>
        <p className="text-sm text-pretty break-words text-muted">{facts.join(' · ')}</p>
        {isLocked && <p className="text-sm font-semibold text-warning">{m.corner_locked()}</p>}
      </div>
      <CornerButtons corner={corner} />
    </li>
  )
}
