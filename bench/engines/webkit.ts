import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from '../maktaba.ts'
import { inTime, START, startAndWait, type Engine } from './engine.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'
const LIBRARIES = '/usr/lib/x86_64-linux-gnu'

const Session = z.object({ sessionId: z.string(), capabilities: z.object({ browserVersion: z.string() }) })

/** The browser in the packages of WebKitGTK. */
const browser = (): string | undefined =>
  (existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [])
    .map((folder) => join(LIBRARIES, folder, 'MiniBrowser'))
    .find((file) => file.includes('webkit2gtk') && existsSync(file))

/** Debian's packages that are missing here. */
export const webkitLacks = (): string[] => [
  ...(existsSync(DRIVER) && browser() !== undefined ? [] : ['webkit2gtk-driver']),
  ...(existsSync(SCREEN) ? [] : ['xvfb']),
]

/** WebKitGTK's own browser on a screen without a monitor, by W3C WebDriver. */
export async function startWebkit(): Promise<Engine> {
  const screen = await startAndWait(SCREEN, ['-displayfd', '1', '-screen', '0', '1400x1000x24'], /^(\d+)\n/m)
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${screen.found}` },
    stdio: 'ignore',
  })
  process.once('exit', () => driver.kill())
  const command = async (method: string, path: string, body?: object, patience?: number): Promise<unknown> => {
    const request = fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = await inTime(
      path,
      request.then((response) => response.json()),
      patience,
    )
    if (value?.error) throw new Error(`${path}: ${value.message || value.error}`)
    return value
  }
  const startedAt = Date.now()
  while (!(await command('GET', '/status').then(Boolean, () => false))) {
    if (Date.now() - startedAt > START) throw new Error(`${DRIVER} does not answer`)
    await sleep(100)
  }
  const options = { binary: browser(), args: ['--automation'] }
  const { sessionId, capabilities } = Session.parse(
    await command(
      'POST',
      '/session',
      { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } },
      START,
    ),
  )
  const session = `/session/${sessionId}`
  const evaluate = (expression: string) =>
    command('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] })
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    isBlockedByLoading: true,
    open: async (url) => void (await command('POST', `${session}/url`, { url })),
    evaluate,
    act: async (actions) => void (await command('POST', `${session}/actions`, { actions })),
    resize: async (width, height) => void (await command('POST', `${session}/window/rect`, { width, height })),
    picture: async () => Buffer.from(String(await command('GET', `${session}/screenshot`)), 'base64'),
    close: async () => {
      await command('DELETE', session).catch(() => undefined)
      driver.kill()
      screen.child.kill()
    },
  }
}
