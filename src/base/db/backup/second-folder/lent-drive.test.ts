import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  drivePlaces,
  driveReleaseSchema,
  driveRequestSchema,
  type DriveState,
} from '#base/lib/drive/drive-request.server.ts'
import { withDrive } from './lent-drive.server.ts'

const UUID = '1234-ABCD'
const QUICK = { answer: 500, release: 500 }
let root = ''
let places = drivePlaces('/')
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'maktaba-lent-'))
  places = drivePlaces(root)
  await mkdir(places.lent, { recursive: true })
})
afterEach(() => rm(root, { recursive: true }))

const answer = (id: string, phase: DriveState['phase'], reason: DriveState['reason'] = null) =>
  writeFile(places.state, JSON.stringify({ id, uuid: UUID, phase, reason, said: '' }))
async function message(path: string): Promise<unknown> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (text !== '') return JSON.parse(text)
    await sleep(5)
  }
}
const asked = async () => driveRequestSchema.parse(await message(places.request))

test('the folder is worked in between the grant and the release', async () => {
  const result = withDrive(UUID, (path) => writeFile(join(path, 'a'), 'x').then(() => path), places, QUICK)
  const { id, uuid } = await asked()
  expect(uuid).toBe(UUID)
  await answer(id, 'granted')
  expect(driveReleaseSchema.parse(await message(places.release))).toEqual({ id })
  await answer(id, 'released')
  await expect(result).resolves.toBe(places.lent)
})

test.each([
  ['absent', null, 'absent'],
  ['busy', null, 'busy'],
  ['refused', 'clone', 'clone'],
  ['refused', 'link', 'link'],
  ['refused', 'read_only', 'read_only'],
  ['refused', 'mount', 'failed'],
] as const)('what is refused is told: %s %s', async (phase, reason, problem) => {
  let isCalled = false
  const result = withDrive(UUID, async () => (isCalled = true), places, QUICK)
  const ended = expect(result).rejects.toMatchObject({ problem })
  await answer((await asked()).id, phase, reason)
  await ended
  expect(isCalled).toBe(false)
})

test('without an answer nothing is done, and a late one is taken back', async () => {
  await answer('another request', 'released')
  const result = withDrive(UUID, () => Promise.resolve(), places, { answer: 50, release: 50 })
  await expect(result).rejects.toMatchObject({ problem: 'helper' })
  await expect(readFile(places.request)).rejects.toThrow('ENOENT')
  expect(driveReleaseSchema.safeParse(await message(places.release)).success).toBe(true)
})

test('what goes wrong on the drive gives it back too', async () => {
  const result = withDrive(UUID, () => Promise.reject(new Error('EIO')), places, QUICK)
  const ended = expect(result).rejects.toThrow('EIO')
  await answer((await asked()).id, 'granted')
  await message(places.release)
  await ended
})

test.each(['', '../../etc', '/dev/sda', '1234.ABCD', 'x'.repeat(41), '1234\nABCD'])('no UUID: %j', (uuid) => {
  expect(driveRequestSchema.safeParse({ id: '01890000-0000-7000-8000-000000000000', uuid }).success).toBe(false)
})
