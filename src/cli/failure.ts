import { DrizzleQueryError } from 'drizzle-orm'
import { failureText } from '#boot.server.ts'

/** What an operator did or asked that cannot be. `message` is the one line they read. */
export class Failure extends Error {
  override name = 'Failure'
}

/** One line for everything that is known to go wrong, else the whole error. */
export function lineOf(error: unknown): string {
  // Drizzle's own message holds the statement with all its values.
  if (error instanceof DrizzleQueryError) return lineOf(error.cause)
  if (error instanceof Failure) return error.message
  return isDatabaseFailure(error) ? `The database failed: ${error.message}` : failureText(error)
}

// `severity` comes from PostgreSQL, `syscall` from a socket; pg has no code for a connection that ends.
const isDatabaseFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  ('severity' in error || 'syscall' in error || /^Connection terminated|Client has encountered/.test(error.message))
