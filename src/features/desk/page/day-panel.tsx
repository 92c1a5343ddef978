import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatNumber, formatTimeAgo } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { Panel, rowActionClass } from '#ui/panel.tsx'
import { PanelState } from '#ui/state/panel-state.tsx'
import { useAction } from '#ui/use-action.ts'
import { deskDayQuery, leaveCode, WHOLE_DAY } from '../desk.data.ts'
import type { DeskDay } from '../desk.schema.ts'
import type { Desk } from './desk.ts'
import { Unknown } from './desk-answer.tsx'
import { actAndFocus } from './desk-field.tsx'
import { actText, noticeText } from './desk-words.ts'

/** How many were lent and returned today. */
export const countsText = ({ lent, returned }: DeskDay): string =>
  m.desk_counts({ lent: formatNumber(lent), returned: formatNumber(returned) })

interface DayPanelProps {
  desk: Desk
  timeZone: string
  limit: number
  onAll: () => void
}

/** What was lent and returned today, at every desk; each act can be taken back. */
export function DayPanel({ desk, timeZone, limit, onAll }: DayPanelProps) {
  const query = useQuery(deskDayQuery(limit))
  const { data: day } = query
  if (!day) return <PanelState title={m.desk_today_failed()} query={query} />
  return (
    <div className="grid gap-4">
      <Panel title={m.desk_today()} action={<span className="text-sm text-muted">{countsText(day)}</span>}>
        {day.acts.length === 0 && <p className="mt-1 text-sm text-muted">{m.desk_none_today()}</p>}
        {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
        <ul role="list" className="mt-2">
          {day.acts.map((act) => (
            <Act key={act.actId} act={act} desk={desk} timeZone={timeZone} at={query.dataUpdatedAt} />
          ))}
        </ul>
        {limit < WHOLE_DAY && day.acts.length === limit && (
          <button type="button" className={`${rowActionClass} -ms-2`} onClick={onAll}>
            {m.desk_all_today()}
          </button>
        )}
      </Panel>
      {day.unknown.length > 0 && <UnknownCodes codes={day.unknown} />}
    </div>
  )
}

interface ActProps {
  act: DeskDay['acts'][number]
  desk: Desk
  timeZone: string
  /** Milliseconds: when the day was read. */
  at: number
}

function Act({ act, desk, timeZone, at }: ActProps) {
  const { kind, title, isUndone, notices } = act
  const isLate = notices.some(({ code }) => code === 'late')
  const name = title ?? act.number ?? m.desk_deleted_book()
  return (
    <li className={`flex items-start gap-3 border-t border-line py-2 ${isUndone ? 'text-muted line-through' : ''}`}>
      <Icon
        name={kind === 'lent' || kind === 'renewed' ? 'check' : 'back'}
        className={`mt-1 size-4 ${isUndone ? '' : isLate ? 'text-danger' : kind === 'lent' ? 'text-success' : 'text-muted'}`}
      />
      <div className="min-w-0 flex-1 text-sm leading-snug">
        <p dir="auto" className="line-clamp-2 font-semibold break-words">
          {kind === 'renewed' && title === null ? m.desk_renew_all() : name}
        </p>
        <p className="break-words text-muted">{actText(act)}</p>
        {notices.map((notice) => (
          <p key={notice.code} className={`font-semibold ${notice.code === 'late' ? 'text-danger' : 'text-warning'}`}>
            {noticeText(notice)}
          </p>
        ))}
      </div>
      <div className="flex flex-none flex-col items-end text-xs text-muted">
        <time dateTime={act.at.toISOString()}>{formatTimeAgo(act.at, new Date(at), timeZone)}</time>
        {!isUndone && (
          <button
            type="button"
            className="-my-2 min-h-11 text-sm font-medium text-accent hover:underline"
            aria-label={m.desk_undo_of({ act: `${name}, ${actText(act)}` })}
            onClick={() => actAndFocus(() => desk.undo(act.actId))}
          >
            {m.desk_undo()}
          </button>
        )}
      </div>
    </li>
  )
}

/** The numbers of today that nobody knew. */
function UnknownCodes({ codes }: { codes: DeskDay['unknown'] }) {
  const queryClient = useQueryClient()
  const leave = useAction((actId: string) => leaveCode({ data: { actId } }), {
    failure: m.desk_not_left(),
    refresh: () => queryClient.invalidateQueries({ queryKey: ['desk'] }),
  })
  return (
    <Panel title={m.desk_unknown_title()} className="border-warning">
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-1">
        {codes.map(({ actId, code }) => (
          <li key={actId} className="flex flex-wrap items-center gap-x-4 border-t border-line py-1">
            <bdi className="min-w-0 basis-full pt-2 font-mono text-sm break-all">{code}</bdi>
            <Unknown code={code} />
            <button
              type="button"
              className={rowActionClass}
              aria-label={m.desk_leave_of({ code })}
              onClick={() => actAndFocus(() => void leave.run(actId))}
            >
              {m.desk_leave()}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
