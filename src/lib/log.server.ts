import { pino, type LevelWithSilent, type Logger } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

/**
 * An error as it is logged: with its causes, without the parameters of a failed query. Drizzle writes them into the message
 * and the stack, and a parameter may be the token of a session.
 */
export function errorForLog(error: Error): object {
  const { params: _, ...logged } = pino.stdSerializers.err(error)
  const found = parametersIn(error)
  const cut = (text: string) => found.reduce((rest, parameters) => rest.replaceAll(parameters, ''), text)
  return { ...logged, message: cut(logged.message), stack: cut(logged.stack) }
}

/** The parameters of failed queries as they stand in the texts of an error and its causes. */
function parametersIn(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = 'params' in error && Array.isArray(error.params) ? [`\nparams: ${String(error.params)}`] : []
  return [...own, ...parametersIn(error.cause)]
}

/** JSON lines on stderr, since stdout is for the "ready" line; formatted on a terminal. */
export function createLog(level: LevelWithSilent): Logger {
  const stream = process.stderr.isTTY
    ? pretty({ destination: 2, sync: true, colorize: true, ignore: 'pid,hostname,requestId' })
    : pino.destination({ dest: 2, sync: true })
  return pino(
    {
      level,
      base: null,
      serializers: { err: errorForLog },
      redact: { paths: ['*.cookie', '*.authorization', '*.otp', '*.token'], remove: true },
    },
    stream,
  )
}
