import { formatDay, formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { readCode } from '../read-code.ts'
import type { DeskNotice, DeskPerson } from '../desk-parts.schema.ts'
import type { DeskDay } from '../desk.schema.ts'
import type { Happened } from './desk.ts'

/** A borrower in a sentence: name and class. */
export function personText(person: DeskPerson | null | undefined): string {
  if (!person) return m.desk_former()
  const name = isolated(person.name)
  return person.group === null ? name : m.desk_person({ name, group: isolated(person.group) })
}

/** In its own direction, among words of another one. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/** That nothing is lent to a borrower, with the reason for who may read it. */
export const blockedText = (note: string | null): string =>
  note ? m.desk_notice_blocked({ note }) : m.desk_notice_blocked_plain()

/** What the desk should know, in a sentence. */
export function noticeText({ code, person, count, day, note }: DeskNotice): string {
  const counted = { count: count ?? 0, shown: formatNumber(count ?? 0) }
  const dated = { day: day === null ? '' : formatDay(day) }
  const named = { person: person ? personText(person) : m.desk_somebody() }
  const texts: Record<DeskNotice['code'], () => string> = {
    limit: () => m.desk_notice_limit(counted),
    overdue: m.desk_notice_overdue,
    expired: () => m.desk_notice_expired(dated),
    held: () => m.desk_notice_held(named),
    blocked: () => blockedText(note),
    reference: m.desk_notice_reference,
    withdrawn: m.desk_notice_withdrawn,
    busy: () => m.desk_notice_busy(named),
    renewals: m.desk_notice_renewals,
    hold_waits: () => m.desk_notice_hold_waits(named),
    late: () => m.desk_days_late(counted),
    put_aside: () => m.desk_notice_put_aside({ ...named, ...dated }),
    found: m.desk_notice_found,
    no_loan: m.desk_notice_no_loan,
    damaged: m.desk_notice_damaged,
    hold_fulfilled: m.desk_notice_hold_fulfilled,
    no_copy: m.desk_notice_no_copy,
  }
  return texts[code]()
}

/** What an act of the day did, behind its title. */
export function actText({ kind, borrower, returnedFrom }: DeskDay['acts'][number]): string {
  const person = personText(borrower)
  if (kind === 'lent') return m.desk_lent({ person })
  if (kind === 'renewed') return m.desk_renewed({ person })
  if (kind === 'returned_and_lent') return m.desk_returned_and_lent({ former: personText(returnedFrom), person })
  return m.desk_returned_by({ person: personText(returnedFrom ?? borrower) })
}

/** What happened, in a sentence for the eye and for screen readers; notices stand apart. */
export function happenedText(happened: Happened): string {
  if (happened.kind === 'failed') {
    const { message, dropped } = happened
    if (dropped === 0) return message
    return `${message} ${m.desk_dropped({ count: dropped, shown: formatNumber(dropped) })}`
  }
  if (happened.kind === 'undone') return m.desk_undone()
  if (happened.kind === 'renewed') {
    const { length } = happened.answer.renewed
    return m.desk_renewed_count({ count: length, shown: formatNumber(length) })
  }
  const { scan, answer } = happened
  const { borrower, returnedFrom, loan } = answer
  const person = borrower ? personText(borrower) : ''
  const due = loan ? m.desk_due({ day: formatDay(loan.dueOn) }) : ''
  const texts: Record<typeof answer.result, () => string> = {
    borrower: () => person,
    lent: () => `${m.desk_lent({ person })}. ${due}`,
    returned: () => (returnedFrom ? m.desk_returned_by({ person: personText(returnedFrom) }) : m.desk_returned()),
    returned_and_lent: () => `${m.desk_returned_and_lent({ former: personText(returnedFrom), person })}. ${due}`,
    waiting: m.desk_waiting_card,
    repeated: m.desk_repeated,
    choose: m.desk_choose,
    unknown: () => {
      if (answer.book) return ''
      const { text, isName } = readCode(scan.code)
      return isName ? m.desk_no_name({ name: text }) : m.desk_unknown({ code: text })
    },
    refused: m.desk_refused,
  }
  return texts[answer.result]()
}

/** Whether somebody has to look before the next scan. */
export function needsLook(happened: Happened): boolean {
  if (happened.kind === 'failed') return true
  if (happened.kind === 'renewed') return happened.answer.refused.length > 0
  if (happened.kind === 'undone') return false
  const { result, notices } = happened.answer
  return (
    result === 'refused' || result === 'unknown' || notices.some(({ code }) => code !== 'no_loan' && code !== 'late')
  )
}
