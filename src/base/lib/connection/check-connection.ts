import { localError } from '#base/errors/local-error.ts'
import { connectionLostSince, noteAnswer, noteLost, onSuspicion, watchConnection } from './connection.ts'
import { ANSWER_PATIENCE, isWithoutAnswer } from './without-answer.ts'

/** Milliseconds between two questions whether the server is there again. */
const INTERVAL = 2500
/** Longest interval, where the server says each time that it is there and then answers no call: it is overloaded. */
const LONGEST_INTERVAL = 20_000
/** Milliseconds that the server gets to answer when the browser or a failed call says that the connection is lost. */
const CHECK_PATIENCE = 1500

let asking: AbortController | undefined

/** Asks the server now whether it is there, and notes it. Never throws. */
export async function checkConnection(patience = ANSWER_PATIENCE): Promise<boolean> {
  asking?.abort()
  const controller = new AbortController()
  asking = controller
  const timer = setTimeout(() => controller.abort(), patience)
  const isThere = await fetch('/api/health/ready', { cache: 'no-store', signal: controller.signal }).then(
    ({ status }) => !isWithoutAnswer(status),
    () => false,
  )
  clearTimeout(timer)
  // A later check counts, not this one.
  if (asking !== controller) return isThere
  asking = undefined
  if (isThere) noteAnswer()
  else noteLost()
  return isThere
}

/** The answer of a call; without one in time the connection counts as lost. NETWORK. */
export async function inTime<T>(call: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      noteLost()
      reject(localError('NETWORK'))
    }, ANSWER_PATIENCE)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

const askIfSeen = (): void => {
  if (connectionLostSince() && !asking && document.visibilityState === 'visible') void checkConnection()
}
const askIfUnknown = (): void => {
  if (!connectionLostSince() && !asking) void checkConnection(CHECK_PATIENCE)
}
const askAnew = (): void => void checkConnection(connectionLostSince() ? ANSWER_PATIENCE : CHECK_PATIENCE)

/** Follows what the browser says of the connection; while it is lost, asks the server at intervals. */
export function followConnection(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  let interval = INTERVAL
  let answeredAt = -Infinity
  const follow = () => {
    clearInterval(timer)
    if (!connectionLostSince()) {
      answeredAt = Date.now()
      return
    }
    const isAgain = Date.now() - answeredAt < LONGEST_INTERVAL
    interval = isAgain ? Math.min(2 * interval, LONGEST_INTERVAL) : INTERVAL
    timer = setInterval(askIfSeen, interval)
  }
  const stops = [watchConnection(follow), onSuspicion(askIfUnknown)]
  addEventListener('online', askAnew)
  addEventListener('offline', askAnew)
  document.addEventListener('visibilitychange', askIfSeen)
  if (connectionLostSince()) follow()
  askIfSeen()
  return () => {
    for (const stop of stops) stop()
    clearInterval(timer)
    removeEventListener('online', askAnew)
    removeEventListener('offline', askAnew)
    document.removeEventListener('visibilitychange', askIfSeen)
  }
}
