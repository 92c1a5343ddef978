import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clockDoubt, followClock } from '#base/db/clock/believed-clock.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { rememberOpened } from '#base/db/connection/opened.server.ts'
import { believedClock, clockJump } from '#base/db/tables/believed-clock.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { session } from '#base/db/tables/user.ts'
import { healthRouter } from '#operations/health/health.router.server.ts'
import { forgetHealth } from '#operations/health/examine-library.server.ts'
import { readWarnings } from '#operations/health/shared/library-warnings.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { cleanUp } from './clean-up.server.ts'

const { url } = useDatabase()

const DAY = 86_400_000
const PATH = process.env.PATH ?? ''
let programs = ''

/** A `timedatectl` that answers as systemd's does. */
const synchronised = (is: 'yes' | 'no') =>
  writeFile(
    join(programs, 'timedatectl'),
    `#!/bin/sh\n[ "$1 $2 $3" = "show --property=NTPSynchronized --value" ] && echo ${is}\n`,
  ).then(() => chmod(join(programs, 'timedatectl'), 0o755))

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'maktaba-clock-'))
  vi.stubEnv('PATH', `${programs}${delimiter}${PATH}`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(programs, { recursive: true })
})
beforeEach(async () => {
  await synchronised('no')
  await db.delete(believedClock)
  await db.delete(clockJump)
  await db.delete(deletedBook)
})
afterEach(() => moveClock(0))

/** Puts a book into the trash, at the time that the clock shows. */
async function trash(title: string): Promise<void> {
  const at = now()
  await db.insert(deletedBook).values({ id: newId(), title, version: 1, createdAt: at, updatedAt: at, deletedAt: at })
}
const inTrash = async () => (await db.select().from(deletedBook)).map(({ title }) => title).toSorted()

/** Lets the clock show another time, and cleans up. */
async function at(days: number, { hours = 0 } = {}): Promise<string[]> {
  moveClock(days * DAY + hours * 3_600_000)
  await cleanUp()
  return inTrash()
}

describe('deletions by age wait', () => {
  test('while the clock is 400 days ahead, and go on once it is right', async () => {
    expect(await at(0)).toEqual([])
    await trash('today')
    expect(await at(400)).toEqual(['today'])
    expect(await clockDoubt()).toMatchObject({ why: 'gap' })
    expect(await at(400, { hours: 5 })).toEqual(['today'])
    await trash('in a year')
    expect(await at(0, { hours: 6 })).toEqual(['in a year', 'today'])
    expect(await clockDoubt()).toBeUndefined()
    for (let day = 1; day < 30; day += 1) expect(await at(day)).toContain('today')
    expect(await at(31)).toEqual(['in a year'])
  })

  test('while it is 400 days behind, and what was deleted meanwhile stays for thirty days, too', async () => {
    await at(0)
    await trash('today')
    expect(await at(-400)).toEqual(['today'])
    await trash('a year ago')
    expect(await clockDoubt()).toMatchObject({ why: 'back' })
    await at(-400, { hours: 3 })
    expect(await at(0, { hours: 5 })).toEqual(['a year ago', 'today'])
    expect(await clockDoubt()).toBeUndefined()
    for (let day = 1; day < 30; day += 1) expect(await at(day)).toEqual(['a year ago', 'today'])
    expect(await at(32)).toEqual([])
  })

  test('after three weeks without power, which count for nothing', async () => {
    await at(0)
    await trash('before the holidays')
    expect(await at(21)).toEqual(['before the holidays'])
    expect(await clockDoubt()).toMatchObject({ why: 'gap' })
    await synchronised('yes')
    expect(await at(21, { hours: 1 })).toEqual(['before the holidays'])
    await synchronised('no')
    for (let day = 22; day < 51; day += 1) expect(await at(day)).toEqual(['before the holidays'])
    expect(await at(52)).toEqual([])
  })

  test('where a clock without a battery went on from the time of the last stop', async () => {
    await at(0)
    // Really these are weeks later.
    for (let day = 1; day <= 10; day += 1) await at(day)
    await trash('with the wrong date')
    await synchronised('yes')
    expect(await at(60)).toEqual(['with the wrong date'])
    for (let day = 61; day < 90; day += 1) expect(await at(day)).toEqual(['with the wrong date'])
    expect(await at(91)).toEqual([])
  })

  test('twice: ahead, behind, and right', async () => {
    await at(0)
    await trash('today')
    expect(await at(400)).toEqual(['today'])
    expect(await at(-700)).toEqual(['today'])
    await trash('two years ago')
    expect(await at(0, { hours: 2 })).toEqual(['today', 'two years ago'])
    expect(await clockDoubt()).toBeUndefined()
    expect(await at(3)).toEqual(['today', 'two years ago'])
  })

  test('not for a leap second, a change of the hour, or a long weekend', async () => {
    await at(0)
    await at(0, { hours: -0.9 })
    expect(await clockDoubt()).toBeUndefined()
    await at(3.9)
    expect(await clockDoubt()).toBeUndefined()
  })
})

test('sessions stay while the clock is not believed', async () => {
  await at(0)
  await as('reader')
  const count = await db.$count(session)
  await at(400)
  expect(await db.$count(session)).toBe(count)
})

test('a manager is told and confirms the date; a reader may not', async () => {
  await at(0)
  await trash('today')
  await at(60)
  const [reader, manager] = [await as('reader'), await as('manager')]
  expect(await readWarnings(0)).toContainEqual({ code: 'clock', value: 0 })
  forgetHealth()
  rememberOpened({ connection: { connectionString: url } })
  const codes = async () => (await manager.call(healthRouter.examine, undefined)).findings?.map(({ code }) => code)
  expect(await codes()).toContain('clock_doubted')
  await expect(reader.call(healthRouter.confirmDate, undefined)).rejects.toMatchObject({ code: 'RESOURCE_NOT_ALLOWED' })
  expect(await clockDoubt()).toBeDefined()
  await manager.call(healthRouter.confirmDate, undefined)
  expect(await codes()).not.toContain('clock_doubted')
  expect(await readWarnings(0)).not.toContainEqual({ code: 'clock', value: 0 })
  expect(await at(61)).toEqual(['today'])
  await manager.call(healthRouter.confirmDate, undefined)
  expect(await db.$count(clockJump)).toBe(1)
})

test('two servers that look at once note one jump', async () => {
  await at(0)
  moveClock(30 * DAY)
  await synchronised('yes')
  await Promise.all([followClock(), followClock(), followClock()])
  expect(await db.$count(clockJump)).toBe(1)
})
