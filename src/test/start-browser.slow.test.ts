import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findBrowser } from '../../testing/browser.ts'
import { startAgainAfterCrash } from './start-browser.ts'

let folder = ''
const { launch } = chromium
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'maktaba-start-'))
  vi.spyOn(console, 'warn').mockReturnValue()
  startAgainAfterCrash(chromium)
})
afterEach(() => {
  chromium.launch = launch
  rmSync(folder, { recursive: true, force: true })
})

/** Chromium, but its first starts end by a signal or with a code. */
async function failing(times: number, end: string) {
  const found = await findBrowser()
  const executablePath = join(folder, 'browser')
  writeFileSync(
    executablePath,
    `#!/bin/sh
    at=$(ls ${folder}/start-* 2>/dev/null | wc -l)
    touch ${folder}/start-$at
    [ $at -ge ${times} ] || ${end}
    exec ${found.executablePath} "$@"`,
  )
  chmodSync(executablePath, 0o700)
  return { ...found, executablePath }
}
const starts = () => readdirSync(folder).filter((name) => name.startsWith('start-')).length

test('a browser that crashes twice while it starts is started again', async () => {
  const browser = await chromium.launch(await failing(2, 'kill -SEGV $$'))
  expect(await browser.newPage().then((page) => page.evaluate('6 * 7'))).toBe(42)
  await browser.close()
  expect(starts()).toBe(3)
})

test('a browser that crashes at every start is an error, and so is one that ends by itself', async () => {
  await expect(chromium.launch(await failing(9, 'kill -SEGV $$'))).rejects.toThrow('SIGSEGV')
  expect(starts()).toBe(3)
  await expect(chromium.launch(await failing(9, 'exit 7'))).rejects.toThrow('exitCode=7')
  expect(starts()).toBe(4)
})
