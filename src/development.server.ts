import { lazy } from '#base/lib/lazy.ts'
import type { Logger } from '#base/lib/log.server.ts'

interface Opened {
  close: () => Promise<void>
}

const HELD = Symbol.for('maktaba opened')

/** What is open, whichever reload of the sources has opened it. */
function held(): { now?: Promise<Opened> | undefined } {
  const known: { now?: Promise<Opened> | undefined } | undefined = Reflect.get(globalThis, HELD)
  if (known) return known
  Reflect.set(globalThis, HELD, {})
  return held()
}

/**
 * What Vite's development server answers with; it does its own listening. When a change of the sources has loaded the server
 * anew, the new one opens the database, then the old one closes it: otherwise each reload would keep its connections.
 */
export function developmentServer(
  open: () => Promise<Opened>,
  answer: (request: Request) => Promise<Response>,
  log: () => Logger,
): { fetch: (request: Request) => Promise<Response> } {
  const takeOver = lazy(async () => {
    const before = held().now
    held().now = open()
    await held().now
    await before?.then(({ close }) => close()).catch((error: unknown) => log().warn({ err: error }, 'Not closed'))
  })
  return {
    fetch: async (request) => {
      await takeOver()
      return answer(request)
    },
  }
}

/** Closes the database of the development server, if it was opened. */
export async function closeDevelopmentServer(): Promise<void> {
  const { now } = held()
  held().now = undefined
  await (await now)?.close()
}
