import { pino, type LevelWithSilent, type Logger } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

/** JSON lines on stderr, since stdout is for the "ready" line; formatted on a terminal. */
export function createLog(level: LevelWithSilent): Logger {
  const stream = process.stderr.isTTY
    ? pretty({ destination: 2, sync: true, colorize: true, ignore: 'pid,hostname,requestId' })
    : pino.destination({ dest: 2, sync: true })
  return pino(
    { level, base: null, redact: { paths: ['*.cookie', '*.authorization', '*.otp', '*.token'], remove: true } },
    stream,
  )
}
