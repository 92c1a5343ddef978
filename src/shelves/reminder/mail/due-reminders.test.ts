import { expect, test } from 'vitest'
import { dayAfter } from '#base/lib/day-start.ts'
import { dueReminders, strongest, type RemindedLoan } from './due-reminders.server.ts'

const DUE = '2026-11-30'

const aLoan = (fields: Partial<RemindedLoan> = {}): RemindedLoan => ({
  id: 'a',
  dueOn: DUE,
  lentOn: '2026-11-16',
  lostOn: null,
  reminders: [],
  ...fields,
})

const on = (loans: readonly RemindedLoan[], today: string, more: { since?: string; horizon?: string } = {}) =>
  dueReminders(loans, {
    today,
    horizon: dayAfter(today, 3),
    since: '2026-01-01',
    dayOf: (at) => at.toISOString().slice(0, 10),
    ...more,
  })

/** Lives through the days from ten before the due day, and returns what was sent on which. */
function live(loans: RemindedLoan[], days: number, more: { since?: string } = {}): string[] {
  const sent: string[] = []
  for (let at = -10; at < days; at += 1) {
    const today = dayAfter(DUE, at)
    const noted = on(loans, today, more)
    if (noted.length === 0) continue
    sent.push(`${at} ${strongest(noted)} ${noted.map(({ id }) => id).join('+')}`)
    for (const { id, kind, day } of noted) {
      const loan = loans.find((one) => one.id === id)
      if (loan) loan.reminders = [...loan.reminders, { kind, way: 'mail', at: `${today}T09:00:00Z`, day }]
    }
  }
  return sent
}

test('Three days before, on the day, then weekly, three times at most', () => {
  expect(live([aLoan()], 60)).toEqual(['-3 before a', '0 due a', '7 late a', '14 late a', '21 late a'])
})

test('Several books share their mails: no borrower gets two about late books in a week', () => {
  expect(live([aLoan(), aLoan({ id: 'b', dueOn: '2026-12-02' })], 60)).toEqual([
    '-3 before a',
    '-1 before b',
    '0 due a',
    '2 due b',
    '7 late a+b',
    '14 late a+b',
    '21 late a+b',
  ])
})

test('A renewed book begins anew, and one that is lost counts from the day of the loss', () => {
  const before = { kind: 'before', way: 'mail', at: '2026-11-10T09:00:00Z', day: '2026-11-13' } as const
  expect(on([aLoan({ reminders: [before] })], '2026-11-27')).toHaveLength(1)
  const lost = aLoan({ dueOn: '2026-12-20', lostOn: '2026-12-01' })
  expect(on([lost], '2026-12-07')).toEqual([])
  expect(on([lost], '2026-12-08')).toEqual([{ id: 'a', kind: 'late', day: '2026-12-01' }])
})

test('What was late before the job was switched on waits for a manager, whose mail then counts', () => {
  expect(live([aLoan({ reminders: [] })], 30, { since: '2026-12-10' })).toEqual(['-3 before a', '0 due a'])
  const sent = { kind: 'late', way: 'mail', at: '2026-12-11T10:00:00Z', day: DUE } as const
  expect(
    live([aLoan({ reminders: [sent] })], 60, { since: '2026-12-10' }).filter((one) => one.includes('late')),
  ).toEqual(['18 late a', '25 late a'])
})

test('A letter on paper counts as the one of its week', () => {
  const paper = { kind: 'late', way: 'paper', at: '2026-12-05T10:00:00Z' } as const
  expect(on([aLoan({ reminders: [paper] })], '2026-12-07')).toEqual([])
  expect(on([aLoan({ reminders: [paper] })], '2026-12-12')).toHaveLength(1)
})

test('What is lent for a short time is not announced, and nothing on the day it is lent', () => {
  expect(on([aLoan({ lentOn: '2026-11-27' })], '2026-11-28')).toEqual([])
  expect(on([aLoan({ lentOn: DUE })], DUE)).toEqual([])
  expect(on([aLoan({ lentOn: '2026-11-26' })], '2026-11-27')).toHaveLength(1)
})

test('Before closed days all is said that falls into them', () => {
  expect(on([aLoan({ dueOn: '2026-12-05' })], '2026-11-27')).toEqual([])
  expect(on([aLoan({ dueOn: '2026-12-05' })], '2026-11-27', { horizon: '2026-12-05' })).toHaveLength(1)
})
