import { expect, test } from 'vitest'
import { readCalendarFile } from './read-calendar-file.server.ts'

const [FIRST, LAST] = ['2026-09-01', '2028-08-31']
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n${events
    .map(
      (lines, at) =>
        `BEGIN:VEVENT\r\nUID:${lines.includes('UID:') ? '' : at}${lines.includes('UID:') ? 'x' : ''}\r\n${lines.replace(/UID:\S+\n/, '').replaceAll('\n', '\r\n')}\r\nEND:VEVENT\r\n`,
    )
    .join('')}END:VCALENDAR\r\n`
const daysOf = (...events: string[]) =>
  readCalendarFile(calendar(...events), FIRST, LAST)?.days.map(({ from, to, note }) => [from, to, note])

test('Whole days are taken, with the day after the last one as their end; one without an end is one day', () => {
  expect(
    daysOf(
      'DTSTART;VALUE=DATE:20261219\nDTEND;VALUE=DATE:20270104\nSUMMARY:Vacances de Noël',
      'DTSTART;VALUE=DATE:20270501\nSUMMARY:Fête du travail',
      'DTSTART:20270320T000000\nDTEND:20270322T000000\nSUMMARY:عيد الفطر',
      'DTSTART;VALUE=DATE:20270601\nDURATION:P2D\nSUMMARY:Two days',
    ),
  ).toEqual([
    ['2026-12-19', '2027-01-03', 'Vacances de Noël'],
    ['2027-03-20', '2027-03-21', 'عيد الفطر'],
    ['2027-05-01', '2027-05-01', 'Fête du travail'],
    ['2027-06-01', '2027-06-02', 'Two days'],
  ])
})

test('Repeated days are taken for the time asked for, without those left out, and an exception is where it was moved to', () => {
  expect(daysOf('DTSTART;VALUE=DATE:19600404\nRRULE:FREQ=YEARLY\nSUMMARY:Independence')).toEqual([
    ['2027-04-04', '2027-04-04', 'Independence'],
    ['2028-04-04', '2028-04-04', 'Independence'],
  ])
  expect(
    daysOf('DTSTART;VALUE=DATE:20261001\nRRULE:FREQ=MONTHLY;COUNT=4\nEXDATE;VALUE=DATE:20261101\nSUMMARY:Stock'),
  ).toEqual([
    ['2026-10-01', '2026-10-01', 'Stock'],
    ['2026-12-01', '2026-12-01', 'Stock'],
    ['2027-01-01', '2027-01-01', 'Stock'],
  ])
  expect(
    daysOf(
      'UID:a\nDTSTART;VALUE=DATE:20261001\nRRULE:FREQ=YEARLY;COUNT=2\nSUMMARY:Open day',
      'UID:a\nRECURRENCE-ID;VALUE=DATE:20271001\nDTSTART;VALUE=DATE:20271004\nDTEND;VALUE=DATE:20271005\nSUMMARY:Open day, moved',
    ),
  ).toEqual([
    ['2026-10-01', '2026-10-01', 'Open day'],
    ['2027-10-04', '2027-10-04', 'Open day, moved'],
  ])
  // Each second, for ever: it is given up.
  expect(readCalendarFile(calendar('DTSTART:20000101T000000\nDURATION:P1D\nRRULE:FREQ=SECONDLY'), FIRST, LAST)).toEqual(
    {
      days: [],
      withHours: 0,
      outside: 1,
    },
  )
})

test('What has hours, has passed, lies too far ahead or was called off closes nothing, and is counted', () => {
  const text = calendar(
    'DTSTART:20270310T170000Z\nDTEND:20270310T190000Z\nSUMMARY:Parents',
    'DTSTART;VALUE=DATE:20200101\nSUMMARY:Past',
    'DTSTART;VALUE=DATE:20400101\nSUMMARY:Far',
    'DTSTART;VALUE=DATE:20270101\nSTATUS:CANCELLED\nSUMMARY:Off',
  )
  expect(readCalendarFile(text, FIRST, LAST)).toEqual({ days: [], withHours: 1, outside: 2 })
  expect(daysOf('DTSTART;VALUE=DATE:20260801\nDTEND;VALUE=DATE:20260915\nSUMMARY:Goes on')).toEqual([
    [FIRST, '2026-09-14', 'Goes on'],
  ])
})

test.each(['', 'a,b,c', 'BEGIN:VCALENDAR', 'BEGIN:VCARD\r\nEND:VCARD\r\n', '\u0000'])('%j is no calendar', (text) => {
  expect(readCalendarFile(text, FIRST, LAST)).toBeUndefined()
})

test('A calendar with a byte order mark, and two in one file, are read', () => {
  const event = 'DTSTART;VALUE=DATE:20270101\nSUMMARY:New year'
  const text = calendar(event)
  expect(readCalendarFile(`\uFEFF${text}`, FIRST, LAST)?.days).toHaveLength(1)
  expect(readCalendarFile(text + calendar(event.replace('0101', '0102')), FIRST, LAST)?.days).toHaveLength(2)
})
