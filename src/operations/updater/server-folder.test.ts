import { execFileSync } from 'node:child_process'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ServerFolder } from './server-folder.ts'

/** A user who is not root, and whose folder it is. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

let root: string
/** Of the server, as `/var/lib/maktaba`. */
let home: string
let place: string
/** Of root, as `/usr/lib/maktaba`. */
let foreign: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'maktaba-updater-'))
  home = join(root, 'maktaba')
  place = join(home, 'update')
  foreign = join(root, 'program')
  for (const folder of [home, place, foreign]) mkdirSync(folder)
  writeFileSync(join(foreign, 'package.json'), 'of the program')
  writeFileSync(join(foreign, 'request.json'), '{"action":"update"}')
  if (isRoot) for (const folder of [home, place]) chownSync(folder, NOBODY, NOBODY)
})
afterEach(() => rmSync(root, { recursive: true }))

const open = async (): Promise<ServerFolder> => {
  const folder = await ServerFolder.open(place)
  if (!folder) throw new Error('The folder was not opened')
  return folder
}

test('a request is read, and removed', async () => {
  const folder = await open()
  writeFileSync(join(place, 'request.json'), '{"action":"update"}')
  expect(await folder.read('/elsewhere/request.json')).toBe('{"action":"update"}')
  await folder.remove('request.json')
  expect(readdirSync(place)).toEqual([])
  expect(await folder.read('request.json')).toBeUndefined()
  await folder.remove('request.json')
  await folder.close()
})

describe('what is no small file is not read, and is out of the way', () => {
  const kinds: Record<string, (file: string) => void> = {
    'a link': (file) => symlinkSync(join(foreign, 'package.json'), file),
    'a link to nothing': (file) => symlinkSync('/nowhere/at/all', file),
    'a pipe': (file) => void execFileSync('mkfifo', [file]),
    'a large file': (file) => writeFileSync(file, ' '.repeat(5000)),
    'an empty folder': (file) => void mkdirSync(file),
  }
  test.each(Object.entries(kinds))('%s', async (_, make) => {
    const folder = await open()
    make(join(place, 'request.json'))
    expect(await folder.read('request.json')).toBeUndefined()
    await folder.remove('request.json')
    expect(readdirSync(place)).toEqual([])
    expect(readFileSync(join(foreign, 'package.json'), 'utf8')).toBe('of the program')
    await folder.close()
  })

  test('a folder with something in it gets another name, and keeps it', async () => {
    const folder = await open()
    mkdirSync(join(place, 'request.json'))
    symlinkSync(foreign, join(place, 'request.json/link'))
    await folder.remove('request.json')
    const names = readdirSync(place)
    expect(names).toEqual([expect.stringMatching(/^request\.json\.refused-[\da-f]{12}$/)])
    expect(readdirSync(join(place, names[0] ?? ''))).toEqual(['link'])
    expect(readdirSync(foreign)).toEqual(['package.json', 'request.json'])
    await folder.close()
  })
})

test('a folder that is exchanged for a link while it is worked on leads nowhere else', async () => {
  const folder = await open()
  writeFileSync(join(place, 'package.json'), 'of the server')
  renameSync(place, `${place}.away`)
  symlinkSync(foreign, place)
  expect(await folder.read('package.json')).toBe('of the server')
  await folder.remove('package.json')
  expect(readdirSync(`${place}.away`)).toEqual([])
  expect(readdirSync(foreign)).toEqual(['package.json', 'request.json'])
  await folder.close()
})

test('a link in its place is not opened, and taken away', async () => {
  renameSync(place, `${place}.away`)
  symlinkSync(foreign, place)
  expect(await ServerFolder.open(place)).toBeUndefined()
  expect(readdirSync(home)).toEqual(['update.away'])
  expect(readdirSync(foreign)).toEqual(['package.json', 'request.json'])
})

test.runIf(isRoot)('a folder of another user is not opened, and put aside', async () => {
  chownSync(place, 0, 0)
  writeFileSync(join(place, 'request.json'), '{"action":"update"}')
  expect(await ServerFolder.open(place)).toBeUndefined()
  expect(readdirSync(home)).toEqual([expect.stringMatching(/^update\.refused-/)])
})

test('none, and none of its own, is none', async () => {
  rmSync(place, { recursive: true })
  expect(await ServerFolder.open(place)).toBeUndefined()
  expect(await ServerFolder.open(join(root, 'nowhere/update'))).toBeUndefined()
})
