import { AppError } from '#base/errors/app-error.ts'

const DISCONNECTED = new Set([
  // admin_shutdown, crash_shutdown, cannot_connect_now
  '57P01',
  '57P02',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
])

// Errors of pg, of its pool and of `client.server.ts` that have no code.
const MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'timeout expired',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'The database is not open',
  'Client was closed and is not queryable',
]

/** The code of PostgreSQL or of the system, also inside the wrappers of Drizzle and of the pool; empty without one. */
export function sqlStateOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : sqlStateOf(error.cause)
}

/** Whether the connection to the database is broken, or the pool closed: the same statement may succeed later. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Of `FairPool`, which gives out no connection while the database does not answer.
  if (error instanceof AppError && error.code === 'TEMPORARILY_UNAVAILABLE') return true
  const code = sqlStateOf(error)
  // Class 08: connection exception.
  if (DISCONNECTED.has(code) || /^08...$/.test(code)) return true
  return MESSAGES.some((message) => error.message.startsWith(message)) || isConnectionError(error.cause)
}
