import { DrizzleQueryError } from 'drizzle-orm'
import { failureText } from '#boot.server.ts'

/** An expected error of a command. `message` is the line that the operator reads. */
export class Failure extends Error {
  override name = 'Failure'
}

/** One line for an expected error, else the error with its stack. */
export function errorLine(error: unknown): string {
  // Drizzle's message contains the SQL statement with all its values.
  if (error instanceof DrizzleQueryError) return errorLine(error.cause)
  if (error instanceof Failure) return error.message
  return isDatabaseFailure(error) ? `The database failed: ${error.message}` : failureText(error)
}

// `severity` comes from PostgreSQL, `syscall` from a socket; pg sets no code when a connection ends.
const isDatabaseFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  ('severity' in error || 'syscall' in error || /^Connection terminated|Client has encountered/.test(error.message))
