import { fromThrown } from '#base/errors/local-error.ts'
import { isWithoutAnswer } from '#base/lib/connection/without-answer.ts'

/** Milliseconds after which an act without an answer is sent again; and where the server takes none at present. */
const AGAIN = 2000
const STOPPED_AGAIN = 5000

/** How it stands between this desk and the server. */
export interface Line {
  hasConnection: boolean
  /** Why the server takes no act at present, such as a session that has ended: the acts wait. */
  stopped: { message: string; isSignedOut: boolean } | undefined
}

/** Nobody is signed in: the act waits until that is mended. */
export const SIGNED_OUT: ReadonlySet<number> = new Set([401])
/** A scan also waits while who is signed in may not use the desk, or the library does not lend. */
export const STOPPED: ReadonlySet<number> = new Set([401, 403, 404])

/** The answer to an act, which is sent until there is one, or what the server has refused it with. */
export async function sendUntilAnswered<Answer extends object>(
  call: () => Promise<Answer>,
  stopped: ReadonlySet<number>,
  onLine: (line: Line) => void,
): Promise<Answer | { message: string }> {
  for (;;) {
    try {
      const answer = await call()
      onLine({ hasConnection: true, stopped: undefined })
      return answer
    } catch (thrown) {
      const { status, message } = fromThrown(thrown)
      const isStopped = stopped.has(status)
      // Too many requests, or a server that fails for a moment: the act is sent again too.
      const isPassing = isWithoutAnswer(status) || status === 429 || status >= 500
      onLine({
        hasConnection: !isWithoutAnswer(status),
        stopped: isStopped ? { message, isSignedOut: status === 401 } : undefined,
      })
      if (!isStopped && !isPassing) return { message }
      await new Promise((resolve) => setTimeout(resolve, isStopped ? STOPPED_AGAIN : AGAIN))
    }
  }
}
