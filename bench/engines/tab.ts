import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Engine } from './engine.ts'

/** Milliseconds until a page has what is waited for. */
const PATIENCE = 30_000

/** Keys by their code points in WebDriver. */
export const KEYS = { enter: '\uE007', escape: '\uE00C', tab: '\uE004' }

const Point = z.object({ x: z.number(), y: z.number() })

export interface Tab {
  open: (path: string) => Promise<void>
  evaluate: (expression: string) => Promise<unknown>
  /** Waits until an expression is true, for half a minute unless told otherwise; returns the milliseconds it took. */
  until: (what: string, expression: string, patience?: number) => Promise<number>
  /** Clicks where an element is. */
  click: (element: string) => Promise<void>
  /** Types into what has the focus. */
  type: (text: string) => Promise<void>
  resize: Engine['resize']
  isBlockedByLoading: boolean
  picture: Engine['picture']
  /** Commands that the driver did not answer in time. */
  hangs: string[]
}

/** A part of a visit, with a name for its picture. */
export interface Step {
  name: string
  run: (tab: Tab) => Promise<void>
}

/** An expression for the first visible element of a selector, with a text if one is given. */
export const element = (selector: string, text?: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.getClientRects().length > 0` +
  `${text === undefined ? '' : ` && one.textContent.trim() === ${JSON.stringify(text)}`})`

/** A page of a server in an engine, for hands: a driver that hangs does not end the visit. */
export function tabOf(engine: Engine, url: string): Tab {
  const hangs: string[] = []
  const evenIfHung = async (command: Promise<void>) => {
    await command.catch((error: unknown) => {
      if (!String(error).includes('no answer')) throw error
      hangs.push(String(error))
    })
  }
  const until = async (what: string, expression: string, patience = PATIENCE) => {
    let last: unknown
    const started = Date.now()
    for (const end = started + patience; Date.now() < end; await sleep(250)) {
      last = await engine.evaluate(`Promise.resolve(${expression}).then(Boolean)`).catch((error: unknown) => error)
      if (last === true) return Date.now() - started
    }
    throw new Error(`${what}: ${last === false ? 'not seen' : String(last)}`)
  }
  const find = async (found: string) => {
    await until(found, found)
    const centre =
      `(() => { const one = ${found}; one.scrollIntoView({ block: 'center', behavior: 'instant' }); ` +
      `const { x, y, width, height } = one.getBoundingClientRect(); ` +
      `return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) } })()`
    return Point.parse(await engine.evaluate(centre))
  }
  return {
    hangs,
    until,
    evaluate: engine.evaluate,
    resize: engine.resize,
    isBlockedByLoading: engine.isBlockedByLoading,
    picture: engine.picture,
    open: async (path) => {
      await evenIfHung(engine.open(`${url}${path}`))
      // Its script handles input; half a second more for what React does after it has drawn.
      await until(
        path,
        `Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactProps$'))`,
      )
      await engine.evaluate('new Promise((done) => setTimeout(() => done(true), 500))')
    },
    click: async (found) => {
      const { x, y } = await find(found)
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await evenIfHung(engine.act([{ type: 'pointer', id: 'mouse', actions }]))
    },
    type: async (text) => {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await evenIfHung(engine.act([{ type: 'key', id: 'keys', actions }]))
    },
  }
}
