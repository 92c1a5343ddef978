import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatNumber, formatTimeAgo } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { dealWithRefusal, deskDayQuery, leaveCode, WHOLE_DAY } from '../desk.data.ts'
import type { DeskDay, DeskRefusal } from '../desk.schema.ts'
import type { Desk } from '../queue/desk.ts'
import { actAndFocus } from './desk-field.tsx'
import { actText, noticeText, refusalText } from './desk-words.ts'
import { UnknownActions } from './unknown-actions.tsx'
import { useMayManage } from './use-may-manage.ts'
import { classSetLinks } from '#lending/loan/loan.slots.ts'

/** How many were lent and returned today, and how many were not lent. */
export const countsText = ({ lent, returned, notLentToday }: DeskDay): string =>
  [
    m.desk_counts({ lent: formatNumber(lent), returned: formatNumber(returned) }),
    ...(notLentToday === 0 ? [] : [notLentText(notLentToday)]),
  ].join(' · ')

const notLentText = (count: number): string => m.desk_not_lent_count({ count, shown: formatNumber(count) })

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
  const feed = feedOf(day, limit)
  return (
    <div className="grid gap-4">
      <Panel
        title={m.desk_today()}
        action={
          <span className="text-sm text-muted">
            {countsText({ ...day, notLentToday: 0 })}
            {day.notLentToday > 0 && (
              <>
                {' · '}
                <b className="font-semibold text-warning">{notLentText(day.notLentToday)}</b>
              </>
            )}
          </span>
        }
      >
        {feed.length === 0 && <p className="mt-1 text-sm text-muted">{m.desk_none_today()}</p>}
        {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
        <ul role="list" className="mt-2">
          {feed.map((one) =>
            'kind' in one ? (
              <Act key={one.actId} act={one} desk={desk} timeZone={timeZone} at={query.dataUpdatedAt} />
            ) : (
              <Refused key={one.actId} refusal={one} timeZone={timeZone} at={query.dataUpdatedAt} />
            ),
          )}
        </ul>
        {limit < WHOLE_DAY && day.acts.length === limit && (
          <button type="button" className={`${rowActionClass} -ms-2`} onClick={onAll}>
            {m.desk_all_today()}
          </button>
        )}
      </Panel>
      {day.unknown.length > 0 && <UnknownCodes desk={desk} codes={day.unknown} />}
    </div>
  )
}

/** Acts and refusals of a day, the latest first: as far back as the acts that were read. */
function feedOf({ acts, refused }: DeskDay, limit: number) {
  const last = acts.length === limit ? acts.at(-1)?.at : undefined
  return [...acts, ...refused.filter(({ at }) => last === undefined || at >= last)].toSorted(
    (one, other) => other.at.getTime() - one.at.getTime(),
  )
}

/** A copy that was not lent; in grey once somebody has dealt with it, which can be taken back. */
function Refused({ refusal, timeZone, at }: { refusal: DeskRefusal; timeZone: string; at: number }) {
  const { actId, book, notices, dealtWith } = refusal
  const queryClient = useQueryClient()
  const reopen = useAction(() => dealWithRefusal({ data: { actId, isDealtWith: false } }), {
    failure: m.desk_not_dealt_with(),
    refresh: () => queryClient.invalidateQueries({ queryKey: ['desk'] }),
  })
  return (
    <li className="flex items-start gap-3 border-t border-line py-2">
      <Icon name="alert" className={`mt-1 size-4 ${dealtWith ? 'text-muted' : 'text-warning'}`} />
      <div className="min-w-0 flex-1 text-sm leading-snug">
        <p dir="auto" className="font-semibold break-words">
          {book.title}
        </p>
        <p className="break-words text-muted">{refusalText(refusal)}</p>
        <p className={`break-words ${dealtWith ? 'text-muted' : 'font-semibold text-warning'}`}>
          {[
            ...notices.map(noticeText),
            ...(dealtWith
              ? [
                  dealtWith.by === null
                    ? m.desk_dealt_with_plain()
                    : m.desk_dealt_with_by({ person: isolated(dealtWith.by) }),
                ]
              : []),
          ].join(' · ')}
        </p>
      </div>
      <div className="flex flex-none flex-col items-end text-xs text-muted">
        <time dateTime={refusal.at.toISOString()}>{formatTimeAgo(refusal.at, new Date(at), timeZone)}</time>
        {dealtWith && (
          <button
            type="button"
            className="-my-2 min-h-11 text-sm font-medium text-accent hover:underline"
            aria-label={m.desk_undo_of({ act: m.desk_dealt_with_of({ act: book.title }) })}
            onClick={() => actAndFocus(() => void reopen.run())}
          >
            {m.desk_undo()}
          </button>
        )}
      </div>
    </li>
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
  const isLent = kind === 'lent' || kind === 'set_lent'
  const isLate = notices.some(({ code }) => code === 'late')
  const name = title ?? act.number ?? m.desk_deleted_book()
  return (
    <li className={`flex items-start gap-3 border-t border-line py-2 ${isUndone ? 'text-muted line-through' : ''}`}>
      <Icon
        name={isLent || kind === 'renewed' ? 'check' : 'back'}
        className={`mt-1 size-4 ${isUndone ? '' : isLate ? 'text-danger' : isLent ? 'text-success' : 'text-muted'}`}
      />
      <div className="min-w-0 flex-1 text-sm leading-snug">
        <p dir="auto" className="font-semibold break-words">
          {kind === 'renewed' && title === null ? m.desk_renew_all() : <SetTitle act={act} name={name} />}
        </p>
        <p className="break-words text-muted">{actText(act)}</p>
        {notices.map((notice) => (
          <p
            key={`${notice.code} ${notice.person?.id}`}
            className={`font-semibold ${notice.code === 'late' ? 'text-danger' : 'text-warning'}`}
          >
            {noticeText(notice)}
          </p>
        ))}
      </div>
      <div className="flex flex-none flex-col items-end text-xs text-muted">
        <time dateTime={act.at.toISOString()}>{formatTimeAgo(act.at, new Date(at), timeZone)}</time>
        {!isUndone && act.undo !== 'possible' && (
          <span>{act.undo === 'later' ? m.desk_undo_later() : m.desk_undo_changed()}</span>
        )}
        {!isUndone && act.undo === 'possible' && (
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

/** The title of an act; that of a class set leads to its page, where managers see it. */
function SetTitle({ act: { set, isUndone }, name }: Pick<ActProps, 'act'> & { name: string }) {
  const mayManage = useMayManage()
  if (!set?.id || isUndone || !mayManage) return name
  return (
    <classSetLinks.Parts id={set.id} className="hover:underline" otherwise={name}>
      {name}
    </classSetLinks.Parts>
  )
}

/** The numbers of today that nobody knew. */
function UnknownCodes({ desk, codes }: { desk: Desk; codes: DeskDay['unknown'] }) {
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
            <UnknownActions desk={desk} scan={{ code }} />
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
