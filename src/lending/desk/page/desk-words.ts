import { formatNearDay, formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { readCode } from '#base/lib/scan/read-code.ts'
import type { DeskNotice, DeskPerson } from '../desk-parts.schema.ts'
import type { DeskDay, DeskRefusal, ScanAnswer } from '../desk.schema.ts'
import type { Happened } from '../queue/desk-state.ts'
import { borrowerText } from '../shared/borrower-text.ts'

/** A borrower in a sentence: name and class. */
export function personText(person: DeskPerson | null | undefined): string {
  return person ? borrowerText(person.name, person.group) : m.desk_former()
}

/** That nothing is lent to a borrower, with the reason for who may read it. */
export const blockedText = (note: string | null): string =>
  note ? m.desk_notice_blocked({ note }) : m.desk_notice_blocked_plain()

/** What the desk should know, in a sentence. */
export function noticeText({ code, person, count, day, note }: DeskNotice): string {
  const counted = { count: count ?? 0, shown: formatNumber(count ?? 0) }
  const dated = { day: day === null ? '' : formatNearDay(day) }
  const named = { person: person ? personText(person) : m.desk_somebody() }
  const texts: Record<DeskNotice['code'], () => string> = {
    limit: () => m.desk_notice_limit(counted),
    overdue: () => m.desk_notice_overdue({ count: count ?? 1, shown: formatNumber(count ?? 1) }),
    expired: () => m.desk_notice_expired(dated),
    held: () => m.desk_notice_held({ ...named, ...dated }),
    blocked: () => blockedText(note),
    reference: m.desk_notice_reference,
    withdrawn: m.desk_notice_withdrawn,
    busy: () => m.desk_notice_busy(named),
    renewals: m.desk_notice_renewals,
    hold_waits: () => m.desk_notice_hold_waits(named),
    on_loan: () => m.desk_notice_on_loan(named),
    lost: m.desk_notice_lost,
    late: () => m.desk_days_late(counted),
    put_aside: () => m.desk_notice_put_aside({ ...named, ...dated }),
    found: () => (person ? m.desk_notice_found_of(named) : m.desk_notice_found()),
    no_loan: m.desk_notice_no_loan,
    damaged: m.desk_notice_damaged,
    hold_fulfilled: m.desk_notice_hold_fulfilled,
    no_copy: m.desk_notice_no_copy,
  }
  return texts[code]()
}

/** What an act of the day did, behind its title, and where if not at a desk. */
export const actText = (act: DeskDay['acts'][number]): string => withCorner(doneText(act), act.corner)

/** A text with the self-service corner that it happened at. */
const withCorner = (text: string, corner: string | null): string =>
  corner === null ? text : `${text} · ${m.desk_by_corner({ name: isolated(corner) })}`

function doneText({ kind, borrower, returnedFrom, set }: DeskDay['acts'][number]): string {
  if (set) {
    const words = {
      count: set.count,
      shown: formatNumber(set.count),
      name: isolated(set.name || m.class_set_forgotten()),
    }
    if (kind === 'set_lent') return m.class_set_lent(words)
    const out = set.missing === 0 ? m.class_set_all_back() : m.class_set_out({ shown: formatNumber(set.missing) })
    return `${m.class_set_returned(words)} · ${out}`
  }
  const person = personText(borrower)
  if (kind === 'lent') return m.desk_lent({ person })
  if (kind === 'renewed') return m.desk_renewed({ person })
  if (kind === 'returned_and_lent') return m.desk_returned_and_lent({ former: personText(returnedFrom), person })
  return m.desk_returned_by({ person: personText(returnedFrom ?? borrower) })
}

/** That a copy of a class set is back, and how many of them are. */
const returnedSetText = ({ name, back, total }: NonNullable<ScanAnswer['returnedSet']>): string =>
  m.desk_set_back({
    name: isolated(name || m.class_set_forgotten()),
    back: formatNumber(back),
    total: formatNumber(total),
  })

/** What was not lent to whom, behind its title. */
export const refusalText = ({ borrower, corner }: DeskRefusal): string =>
  withCorner(borrower ? m.desk_not_lent_to({ person: personText(borrower) }) : m.desk_not_lent_at_all(), corner)

/** How many borrowers a name has found, and what to do. */
export function foundText(found: number, shown: number): string {
  const text = m.desk_found({ count: found, shown: formatNumber(found) })
  return found > shown ? m.desk_found_more({ found: text }) : m.desk_found_digit({ found: text })
}

/** A text with a full stop at its end, to stand before another sentence. */
export const sentence = (text: string): string => (/[.!?؟…]$/.test(text) ? text : `${text}.`)

/** What happened, in a sentence for the eye and for screen readers; notices stand apart. */
export function happenedText(happened: Happened): string {
  if (happened.kind === 'failed') {
    const { message, notDone } = happened
    return notDone === 0
      ? message
      : m.desk_not_done_count({ message: sentence(message), count: notDone, shown: formatNumber(notDone) })
  }
  if (happened.kind === 'undone') return m.desk_undone()
  if (happened.kind === 'renewed') {
    const { length } = happened.answer.renewed
    return length === 0 ? m.desk_renewed_none() : m.desk_renewed_count({ count: length, shown: formatNumber(length) })
  }
  const { scan, answer } = happened
  const { borrower, returnedFrom, returnedSet, loan } = answer
  const person = borrower ? personText(borrower) : ''
  const due = loan ? m.desk_due({ day: formatNearDay(loan.dueOn) }) : ''
  const texts: Record<typeof answer.result, () => string> = {
    borrower: () => person,
    lent: () => `${m.desk_lent({ person })}. ${due}`,
    returned: () => {
      if (returnedSet) return returnedSetText(returnedSet)
      return returnedFrom ? m.desk_returned_by({ person: personText(returnedFrom) }) : m.desk_returned()
    },
    returned_and_lent: () => {
      const former = returnedSet?.name || personText(returnedFrom)
      return `${m.desk_returned_and_lent({ former, person })}. ${due}`
    },
    waiting: m.desk_waiting_card,
    repeated: () => (scan.refusal === undefined ? m.desk_repeated() : m.desk_dealt_with_before()),
    choose: () => (answer.found === undefined ? m.desk_choose() : foundText(answer.found, answer.choices?.length ?? 0)),
    unknown: () => {
      if (answer.book) return ''
      const { text, isName } = readCode(scan.code, scan.keys)
      return isName ? m.desk_no_name_nor_title({ name: text }) : m.desk_unknown({ code: text })
    },
    refused: () => (borrower ? m.desk_not_lent_to({ person }) : m.desk_not_lent_at_all()),
  }
  return texts[answer.result]()
}

/** What happened, for screen readers: the title of the book, `happenedText`, and the notices. */
export function announcement(happened: Happened): string {
  const answer = happened.kind === 'scan' ? happened.answer : undefined
  return [answer?.book?.title, happenedText(happened), ...(answer?.notices ?? []).map(noticeText)]
    .flatMap((text) => text?.trim().replace(/[.。؟]$/u, '') || [])
    .map((text) => `${text}.`)
    .join(' ')
}

/** Whether somebody has to look before the next scan. */
export function needsLook(happened: Happened): boolean {
  if (happened.kind === 'failed') return true
  if (happened.kind === 'renewed') return happened.answer.refused.length > 0 || happened.answer.renewed.length === 0
  if (happened.kind === 'undone') return false
  const { result, notices } = happened.answer
  return (
    result === 'refused' || result === 'unknown' || notices.some(({ code }) => code !== 'no_loan' && code !== 'late')
  )
}
