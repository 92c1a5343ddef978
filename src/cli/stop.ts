import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// npm passes a Ctrl+C on that the terminal has sent already: what comes so soon is the same one.
const SAME_MS = 500

/**
 * Turns the first Ctrl+C, SIGTERM or SIGHUP, and the end of whoever reads stdout, into an abort, so that
 * what is under way can be finished. A second one ends the process at once.
 */
export function onStop(): { signal: AbortSignal; exitCode(): number; end(): void } {
  const controller = new AbortController()
  let code = 0
  let stoppedAt = 0
  const stop = (signal: NodeJS.Signals) => {
    if (!controller.signal.aborted) {
      stoppedAt = performance.now()
      code = 128 + constants.signals[signal]
      controller.abort()
    } else if (performance.now() - stoppedAt > SAME_MS) process.exit(code)
  }
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (!controller.signal.aborted) stop('SIGPIPE')
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  process.stdout.on('error', onError)
  return {
    signal: controller.signal,
    exitCode: () => code,
    end: () => {
      for (const signal of SIGNALS) process.off(signal, stop)
    },
  }
}
