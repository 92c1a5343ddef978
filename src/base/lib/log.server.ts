import { inspect } from 'node:util'
import { multistream, pino, type LevelWithSilent, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { keepLine } from './recent-log.server.ts'

export type { Logger }

/**
 * An error as it is logged: with its causes, without the values of a failed query. Drizzle writes its parameters into the
 * message and the stack, PostgreSQL those of a row into `detail` and `where`, and one may be the token of a session. Nor
 * with addresses of mail, which mail servers repeat in their refusals.
 */
export function errorForLog(error: unknown) {
  // TanStack Router throws answers, such as a redirect, that are no errors.
  if (!(error instanceof Error)) return { type: typeof error, message: inspect(error, { depth: 0 }), stack: '' }
  const {
    params: _params,
    detail: _detail,
    where: _where,
    // Fields of Nodemailer's errors.
    rejected: _rejected,
    rejectedErrors: _rejectedErrors,
    recipient: _recipient,
    ...logged
  } = pino.stdSerializers.err(error)
  const found = parametersIn(error)
  const cut = (text: string) =>
    found.reduce((rest, parameters) => rest.replaceAll(parameters, ''), text).replaceAll(ADDRESS, '<address>')
  const { response } = logged
  return {
    ...logged,
    ...(typeof response === 'string' && { response: cut(response) }),
    message: cut(logged.message),
    stack: cut(logged.stack),
  }
}

/** An address of mail, but no path of a scoped package. */
const ADDRESS = /[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** The parameters of failed queries as they stand in the texts of an error and its causes. */
function parametersIn(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = 'params' in error && Array.isArray(error.params) ? [`\nparams: ${String(error.params)}`] : []
  return [...own, ...parametersIn(error.cause)]
}

/** A value that a library prints, as text: an error as it is logged. */
export const printedForLog = (value: unknown): unknown => {
  if (!(value instanceof Error)) return value
  const { stack } = errorForLog(value)
  return stack
}

/** JSON lines on stderr, since stdout is for the "ready" line; formatted on a terminal. Warnings and errors are also kept. */
export function createLog(level: LevelWithSilent): Logger {
  const stream = process.stderr.isTTY
    ? pretty({ destination: 2, sync: true, colorize: true, ignore: 'pid,hostname,requestId' })
    : pino.destination({ dest: 2, sync: true })
  // A log that cannot be written, to a file on a full disk say, must not end the server.
  stream.on('error', () => undefined)
  return pino(
    {
      level,
      base: null,
      serializers: { err: errorForLog },
      redact: { paths: ['*.cookie', '*.authorization', '*.otp', '*.token'], remove: true },
    },
    multistream([
      { stream, level: 'trace' },
      { stream: { write: keepLine }, level: 'warn' },
    ]),
  )
}

/**
 * Logs rejected promises that have no handler. By default Node would exit, and one failed request would end those of
 * everybody else.
 */
export function logUnhandledRejections(log: Logger): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'A failure was not handled'))
}
