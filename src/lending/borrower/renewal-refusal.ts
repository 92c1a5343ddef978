import type { DeskNotice, NoticeCode } from '#lending/desk/desk-parts.schema.ts'
import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** Why a loan was not renewed, in words, and what is accepted to renew it all the same; undefined where there is no way on. */
export interface Refusal {
  text: string
  codes: NoticeCode[] | undefined
}

export function renewalRefusal(notices: readonly DeskNotice[]): Refusal {
  const canGoOn = notices.every((notice) => notice.canGoOn)
  return {
    text: notices.map(noticeWord).join(' '),
    codes: canGoOn ? notices.map(({ code }) => code) : undefined,
  }
}

function noticeWord({ code, day, note, person }: DeskNotice): string {
  if (code === 'blocked') return m.desk_notice_blocked({ note: note ?? '' })
  if (code === 'expired') return m.desk_notice_expired({ day: day ? formatDay(day) : '' })
  if (code === 'hold_waits') return m.desk_notice_hold_waits({ person: person?.name ?? m.desk_somebody() })
  return m.desk_notice_renewals()
}
