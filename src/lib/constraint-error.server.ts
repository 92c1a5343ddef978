import { DrizzleQueryError } from 'drizzle-orm'
import { AppError, invalid, notSignedIn } from './app-error.ts'
import { lookUp } from './look-up.ts'

// A broken constraint as the error that a person understands: code, and the field at which it stands.
const CONSTRAINTS: Record<string, AppError> = {
  book_title_author_unique: new AppError({
    code: 'BOOK_TAKEN',
    status: 409,
    fields: { title: { key: 'title_taken' } },
  }),
  // The genre was deleted while somebody chose it.
  book_genre_id_genre_id_fk: invalid({ genreId: { key: 'genre_gone' } }),
  genre_name_unique: new AppError({ code: 'GENRE_TAKEN', status: 409, fields: { name: { key: 'genre_taken' } } }),
  user_email_unique: new AppError({ code: 'EMAIL_TAKEN', status: 409, fields: { email: { key: 'email_taken' } } }),
  // Whoever asks was deleted while it was being done.
  idempotency_key_user_id_user_id_fk: notSignedIn(),
  user_last_admin: new AppError({ code: 'LAST_ADMIN', status: 409 }),
}

/** What a database error means to a person, by the name of the constraint that was broken; undefined for any other. */
export function constraintError(error: unknown): AppError | undefined {
  const constraint = constraintOf(error)
  return constraint === undefined ? undefined : lookUp(CONSTRAINTS, constraint)
}

// PostgreSQL's names for what it cannot read: no such text (22P02), NUL in it (22021, 22P05), out of range.
const UNREADABLE = new Set(['22P02', '22021', '22P05', '22003', '22007', '22008'])

/** VALIDATION_ERROR where a value could not be read, such as an id that is none: only for values that a client sent. */
export function unreadableError(error: unknown): AppError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return UNREADABLE.has(code) ? new AppError({ code: 'VALIDATION_ERROR', status: 400 }) : undefined
}

/** The name of the constraint that a statement broke, wherever Drizzle has wrapped it. */
function constraintOf(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (cause instanceof Error && 'constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  return undefined
}
