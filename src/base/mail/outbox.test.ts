import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveClock } from '#base/lib/clock.ts'
import { writeToOutbox } from './outbox.server.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'maktaba-outbox-')), 'outbox')
})
afterEach(async () => {
  moveClock(0)
  await rm(join(folder, '..'), { recursive: true })
})

test('the newest 500 messages stay', async () => {
  await mkdir(folder)
  const old = Array.from(
    { length: 499 },
    (_, index) => `2026-01-01T00-00-00-${String(index).padStart(3, '0')}Z-00000000.eml`,
  )
  for (const name of [...old, 'notes.txt']) await writeFile(join(folder, name), name)
  await writeToOutbox(folder, Buffer.from('one'))
  expect(await readdir(folder)).toHaveLength(501)
  moveClock(1000)
  await writeToOutbox(folder, Buffer.from('two'))
  const names = (await readdir(folder)).toSorted()
  expect(names).toHaveLength(501)
  expect(names).not.toContain(old[0])
  expect(names).toContain(old[1])
  // Foreign files are not removed.
  expect(names).toContain('notes.txt')
  const contents = await Promise.all(names.slice(-3).map((name) => readFile(join(folder, name), 'utf8')))
  expect(contents).toEqual(['one', 'two', 'notes.txt'])
})

test('concurrent messages are all stored', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => writeToOutbox(folder, Buffer.from(String(index)))))
  const names = await readdir(folder)
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(contents.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
})

test('of a thousand concurrent messages the newest 500 stay, listed by few', async () => {
  await mkdir(folder)
  const started = process.memoryUsage().heapUsed
  await Promise.all(Array.from({ length: 1000 }, (_, index) => writeToOutbox(folder, Buffer.from(String(index)))))
  expect(await readdir(folder)).toHaveLength(500)
  // Each would otherwise list all files, and try to delete the same ones: 300 MB.
  expect((process.memoryUsage().heapUsed - started) / 1e6).toBeLessThan(150)
})
