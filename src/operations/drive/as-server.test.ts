import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { driveRequestSchema } from '#base/lib/drive/drive-request.server.ts'
import { takeMessage } from './as-server.ts'

const REQUEST = { id: '01890000-0000-7000-8000-000000000000', uuid: '1234-ABCD' }
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maktaba-request-'))
})
afterEach(() => rm(folder, { recursive: true }))

const path = () => join(folder, 'request.json')
const take = () => takeMessage(path(), driveRequestSchema)

test('a request is taken once', async () => {
  await writeFile(path(), JSON.stringify(REQUEST))
  expect(await take()).toEqual(REQUEST)
  expect(await take()).toBe(undefined)
})

const outside = () => join(folder, 'outside')
test.each<[string, () => unknown]>([
  ['a link', () => symlink(outside(), path())],
  ['a folder', () => mkdir(join(path(), 'in'), { recursive: true })],
  ['a link to a folder', () => symlink(folder, path())],
  ['a pipe that nobody writes into', () => execFileSync('mkfifo', [path()])],
  ['huge', () => writeFile(path(), `${JSON.stringify(REQUEST)}${' '.repeat(5_000_000)}`)],
  ['more than a request', () => writeFile(path(), JSON.stringify({ ...REQUEST, target: '/etc' }))],
  ['a path', () => writeFile(path(), JSON.stringify({ ...REQUEST, uuid: '../../sda' }))],
  ['no JSON', () => writeFile(path(), 'x')],
])('what is no request is taken away, and nothing else: %s', async (_, make) => {
  await writeFile(outside(), JSON.stringify(REQUEST))
  await make()
  expect(await take()).toBe(undefined)
  expect(await readdir(folder)).toEqual(['outside'])
  expect(await readFile(outside(), 'utf8')).toBe(JSON.stringify(REQUEST))
})

test.runIf(process.getuid?.() === 0)('a request of another user is none', async () => {
  await writeFile(path(), JSON.stringify(REQUEST))
  execFileSync('chown', ['65534', path()])
  expect(await take()).toBe(undefined)
})
