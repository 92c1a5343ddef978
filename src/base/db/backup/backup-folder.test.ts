import { expect, test } from 'vitest'
import { backupNamed, outdatedBackups } from './backup-folder.server.ts'

const DAY = 86_400_000
/** The morning after the last of the nights. */
const AT = new Date('2026-11-23T09:00:00Z')
const named = (at: Date, kind: string) =>
  backupNamed('/data', `${at.toISOString().slice(0, 10)}-030000-${kind}.maktaba`)!
const nights = (count: number) =>
  Array.from({ length: count }, (_, at) => named(new Date(Date.UTC(2026, 10, 23) - at * DAY), 'nightly'))

test('of three years of nights seven days, four weeks and twelve months stay', () => {
  const all = nights(3 * 365)
  const outdated = new Set(outdatedBackups(all, AT))
  const kept = all.filter((backup) => !outdated.has(backup)).map(({ name }) => name.slice(0, 10))
  expect(kept.slice(0, 7)).toEqual(nights(7).map(({ name }) => name.slice(0, 10)))
  // Sundays, and the last days of months.
  expect(kept.slice(7)).toEqual([
    '2026-11-15',
    '2026-11-08',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ])
})

test('the same stay when they are deleted night by night', () => {
  let kept: ReturnType<typeof nights> = []
  for (const night of nights(400).toReversed()) {
    kept.push(night)
    const outdated = new Set(outdatedBackups(kept, AT))
    kept = kept.filter((backup) => !outdated.has(backup))
    expect(kept).toContain(night)
    expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12)
  }
  expect(kept.length).toBeGreaterThan(15)
})

test('when the machine was off for a year, its old backups stay', () => {
  const old = nights(3).map(({ madeAt }) => named(new Date(madeAt.getTime() - 365 * DAY), 'nightly'))
  expect(outdatedBackups([...old, ...nights(1)], AT)).toEqual([])
})

test('backups that somebody made stay; three of those before an update', () => {
  const days = Array.from({ length: 5 }, (_, at) => new Date(Date.UTC(2026, 1, 1 + at)))
  expect(outdatedBackups(days.map((day) => named(day, 'manual')))).toEqual([])
  expect(outdatedBackups(days.map((day) => named(day, 'before-update'))).length).toBe(2)
})

test.each(['', '../secret', '2026-11-23-030000-nightly.maktaba/../../secret', '2026-11-23-030000-other.maktaba', 'x'])(
  '%j is the name of no backup',
  (name) => expect(backupNamed('/data', name)).toBeUndefined(),
)

test('backups that a wrong clock has dated in the future stay, and take the place of no other', () => {
  const future = nights(20).map(({ madeAt }) => named(new Date(madeAt.getTime() + 400 * DAY), 'nightly'))
  const all = nights(7)
  expect(outdatedBackups([...future, ...all], AT)).toEqual([])
})
