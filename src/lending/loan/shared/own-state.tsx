import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { OwnHold, OwnLoan } from '../own/own-loan.schema.ts'
import { OwnAct } from './own-act.tsx'

/** When an own loan is due, or since when it is late. */
export const dueWord = ({ dueOn, isLate }: OwnLoan): string =>
  isLate ? m.own_late({ day: formatDay(dueOn) }) : m.own_yours_until({ day: formatDay(dueOn) })

/** How far an own reservation is. */
export function holdWord({ place, readyUntil }: OwnHold): string {
  if (readyUntil !== null) return m.own_ready({ day: formatDay(readyUntil) })
  return place > 1 ? m.own_place({ place }) : m.own_next()
}

/** Why a loan cannot be renewed now. */
const WHY_NOT = { used: m.own_used, reserved: m.own_reserved_by, blocked: m.error_NOTHING_LENT }

/** The button that renews a loan, or why it cannot be renewed; nothing while it would not be due later. */
export function OwnRenewal({ loan: { id, renewal }, title }: { loan: OwnLoan; title: string }) {
  if (renewal === 'possible') return <OwnAct act="renew" id={id} title={title} />
  if (renewal === 'early') return null
  return <p className="text-sm text-muted">{WHY_NOT[renewal]()}</p>
}
