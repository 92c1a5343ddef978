import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { inTime, START, startAndWait, type Engine } from './engine.ts'

const FIREFOX = '/usr/bin/firefox-esr'

/** Debian's packages that are missing here. */
export const firefoxLacks = (): string[] => (existsSync(FIREFOX) ? [] : ['firefox-esr'])

/** Scroll bars as Windows has them, which take space; a mouse, which it has not without a window; no pages of its own. */
const SETTINGS: Record<string, boolean | number | string> = {
  'widget.gtk.overlay-scrollbars.enabled': false,
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
}

const Answer = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
})
const Session = z.object({ capabilities: z.object({ browserVersion: z.string() }) })
const Tree = z.object({ contexts: z.tuple([z.object({ context: z.string() })]).rest(z.unknown()) })
const Evaluated = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.object({ value: z.string().optional() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])

/** Firefox without a window, by WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'maktaba-firefox-'))
  const lines = Object.entries(SETTINGS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const { child, found } = await startAndWait(FIREFOX, args, /WebDriver BiDi listening on (ws:\S+)/)
  const socket = new WebSocket(`${found}/session`)
  await inTime('connect', new Promise((resolve) => socket.addEventListener('open', resolve, { once: true })))
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    // Events have no id; none is subscribed.
    const { data: answer } = Answer.safeParse(JSON.parse(String(data)))
    if (!answer) return
    const { id, result, error, message } = answer
    if (error === undefined) waiting.get(id)?.resolve(result)
    else waiting.get(id)?.reject(new Error(`${error}: ${message}`))
    waiting.delete(id)
  })
  let last = 0
  const command = (method: string, params: object, patience?: number): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++last, answer)
    socket.send(JSON.stringify({ id: last, method, params }))
    return inTime(method, answer.promise, patience)
  }
  const { capabilities } = Session.parse(await command('session.new', { capabilities: {} }, START))
  const { context } = Tree.parse(await command('browsingContext.getTree', {})).contexts[0]
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    isBlockedByLoading: false,
    open: async (url) => void (await command('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (expression) => {
      const params = {
        expression: `Promise.resolve(${expression}).then(JSON.stringify)`,
        target: { context },
        awaitPromise: true,
      }
      const evaluated = Evaluated.parse(await command('script.evaluate', params))
      if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
      return evaluated.result.value === undefined ? undefined : JSON.parse(evaluated.result.value)
    },
    act: async (actions) => void (await command('input.performActions', { context, actions })),
    resize: async (width, height) =>
      void (await command('browsingContext.setViewport', { context, viewport: { width, height } })),
    picture: async () => {
      const { data } = z
        .object({ data: z.string() })
        .parse(await command('browsingContext.captureScreenshot', { context }))
      return Buffer.from(data, 'base64')
    },
    close: async () => {
      const ended = once(child, 'exit')
      await command('browser.close', {}).catch(() => child.kill())
      await inTime('close', ended).catch(() => child.kill('SIGKILL'))
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
