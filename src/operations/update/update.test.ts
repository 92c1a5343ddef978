import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { env } from '#base/env/env.server.ts'
import { updatePlaces, type UpdateState } from '#base/lib/package-update.server.ts'
import { removeFolder } from '#test/remove-folder.ts'
import { words } from '../../../testing/words.ts'
import { fetchPackage, isNewerBuild, readAnnouncement } from './announcement.server.ts'
import { beginUpdate, keepPackage, updateStatus } from './update-package.server.ts'

const w = words('en')

/** A machine where Maktaba was installed from a signed package. */
let places = updatePlaces()
beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'maktaba-update-'))
  places = updatePlaces(root)
  await mkdir(join(root, 'usr/lib/maktaba'), { recursive: true })
  await mkdir(join(root, 'var/lib/maktaba'), { recursive: true })
  await mkdir(places.results, { recursive: true })
  const key = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE='
  await writeFile(places.key, `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----\n`)
  return () => removeFolder(root)
})

const ended: UpdateState = {
  phase: 'updated',
  from: '1.0.0-1',
  to: '1.1.0-1',
  at: '2026-11-01T10:00:00.000Z',
  reason: '',
  before: '1.0.0-1',
  began: '2026-11-01T09:58:00.000Z',
}
const told = (state: Partial<UpdateState>) => writeFile(places.state, JSON.stringify({ ...ended, ...state }))

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

test('without a signed package, nothing is installed from the page', async () => {
  const elsewhere = updatePlaces(join(places.requests, 'nothing'))
  expect(await updateStatus(elsewhere)).toMatchObject({ isPackage: false, sent: null, last: null })
  await expect(() => beginUpdate('update', elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(() => keepPackage(bytes('!<arch>\n'), elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('one of many libraries of a machine does not update the package of all', async () => {
  // It has no right to write into the folder of the package's own library.
  await rm(dirname(places.requests), { recursive: true })
  expect(await updateStatus(places)).toMatchObject({ isPackage: false })
  await expect(() => keepPackage(bytes('!<arch>\n'), places)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a file that is not signed is refused in words, and not kept', async () => {
  await expect(() => keepPackage(bytes('!<arch>\n'.repeat(1000)), places)).rejects.toMatchObject({
    code: 'FILE_REFUSED',
    message: expect.stringContaining('not signed'),
  })
  expect(existsSync(places.package)).toBe(false)
  expect(await updateStatus(places)).toMatchObject({ isPackage: true, sent: null, waiting: null })
  await expect(() => beginUpdate('update', places)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the way back is asked for once, and waits until it is taken', async () => {
  await told({})
  expect(await updateStatus(places)).toMatchObject({ last: { phase: 'updated', before: '1.0.0-1' } })
  expect(await beginUpdate('back', places)).toBe('1.0.0-1')
  expect(JSON.parse(await readFile(places.request, 'utf8'))).toEqual({ action: 'back' })
  expect(await updateStatus(places)).toMatchObject({ waiting: 0 })
  await expect(() => beginUpdate('back', places)).rejects.toMatchObject({ code: 'UPDATE_RUNNING' })
})

test.each(['checking', 'keeping', 'queued', 'installing', 'starting', 'returning'] as const)(
  'while an update is %s, no other begins',
  async (phase) => {
    await told({ phase })
    await mkdir(places.running, { recursive: true })
    await expect(() => beginUpdate('back', places)).rejects.toMatchObject({ code: 'UPDATE_RUNNING' })
    await expect(() => keepPackage(bytes('x'), places)).rejects.toMatchObject({ code: 'UPDATE_RUNNING' })
  },
)

test('an update that a power cut has ended has failed, and another can begin', async () => {
  await told({ phase: 'installing' })
  expect(await updateStatus(places)).toMatchObject({ last: { phase: 'failed', reason: w('update_cut_off') } })
  expect(await beginUpdate('back', places)).toBe('1.0.0-1')
})

test('after an update that has no way back, there is none', async () => {
  await told({ phase: 'returned', before: null, reason: 'it did not start' })
  expect(await updateStatus(places)).toMatchObject({ last: { reason: 'it did not start' } })
  await expect(() => beginUpdate('back', places)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('in the demo nothing is told, and nothing begins', async () => {
  await told({})
  Object.assign(env(), { isDemo: true })
  try {
    expect(await updateStatus(places)).toMatchObject({ isPackage: false, last: null })
    await expect(() => beginUpdate('back', places)).rejects.toMatchObject({ code: 'DEMO_MODE' })
  } finally {
    Object.assign(env(), { isDemo: false })
  }
})

test('the announcement names the package of this machine, beside it or at an address of its own', async () => {
  const answers = [
    { version: '99.1.0', packages: { amd64: 'maktaba_amd64.deb', arm64: 'maktaba_arm64.deb' } },
    { version: '99.1.0', packages: { mips: 'other.deb' } },
    { version: '0.0.1' },
  ]
  const server = createServer((_, response) => response.end(JSON.stringify(answers.shift())))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/releases/latest.json`
  try {
    const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'
    expect(await readAnnouncement(url)).toMatchObject({
      isNewer: true,
      packageUrl: new URL(`http://127.0.0.1:${port}/releases/maktaba_${architecture}.deb`),
    })
    expect(await readAnnouncement(url)).toMatchObject({ isNewer: true, packageUrl: undefined })
    expect(await readAnnouncement(url)).toMatchObject({ isNewer: false })
  } finally {
    server.close()
  }
})

test('a package that is announced is written as it arrives, and no more of it than may be', async () => {
  let sent = 0
  const server = createServer(async (_, response) => {
    for (; sent < 100 && !response.destroyed; sent++)
      if (!response.write(Buffer.alloc(1_000_000))) await once(response, 'drain').catch(() => undefined)
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/maktaba.deb`
  try {
    const package_ = fetchPackage(new URL(url), url, 20_000_000, 30_000)
    await expect(() => keepPackage(package_, places)).rejects.toThrow('it is longer than 20000000 bytes')
    expect(existsSync(places.package)).toBe(false)
    expect(sent).toBeLessThan(60)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test.each([
  ['1.10.0', '1.9.0', true],
  ['1.9.0', '1.9.0', false],
  ['0.2.0+20261129205058.4cf76161', '0.1.0', true],
  ['0.2.0+20261129205058.4cf76161', '0.2.0+20261128000000.ffffffff', true],
  ['0.2.0+20261129205058.4cf76161', '0.2.0+20261129205058.4cf76161', false],
  ['0.2.0+20261129205058.4cf76161', '0.2.0+20261130000000.00000000.changed', false],
  // Without a time it is the same version, of which nobody knows which build it is.
  ['0.2.0', '0.2.0+20261129205058.4cf76161', false],
  ['0.2.0+20261129205058', '0.2.0', false],
])('%s is newer than %s: %s', (version, than, isNewer) => {
  expect(isNewerBuild(version, than)).toBe(isNewer)
})
