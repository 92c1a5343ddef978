import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// npm forwards a Ctrl+C that the terminal has sent too: a signal within these milliseconds is the same Ctrl+C.
const SAME_MS = 500

/**
 * Aborts the signal at the first Ctrl+C, SIGTERM or SIGHUP, or when stdout is closed, so that the current work can
 * finish. A second signal ends the process at once.
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
