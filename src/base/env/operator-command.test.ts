import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMAGE_FILES } from '../../../scripts/image-files.ts'
import { installation } from './operator-command.server.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maktaba-installation-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('what was built is not taken for sources, whose commands are others', async () => {
  expect(installation()).toBe('sources')
  for (const path of Object.keys(IMAGE_FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), '')
  }
  expect(installation(folder)).toBe('container')
  await writeFile(join(folder, 'package.env'), '')
  expect(installation(folder)).toBe('package')
})
