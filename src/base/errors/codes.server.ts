import { m } from '#base/i18n/paraglide/messages.js'
import { formatCountdown } from '#base/lib/duration.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { ErrorData } from './app-error.ts'
import { LOCAL_CODES } from './local-error.ts'
import { inputSentence, resourceSentence, tooLargeSentence, type SentenceData } from './sentences.server.ts'
import { SIGN_IN_CODES } from './sign-in-codes.server.ts'

/** An error by its code. */
export interface ErrorRow {
  /** HTTP status. */
  status: number
  /** The sentence for the user, in the language of the request. */
  message: (data: SentenceData) => string
  /** When the error occurs, for the OpenAPI document; a code without it appears in no operation. */
  when?: string
  /** Data of the example in the OpenAPI document. */
  example?: SentenceData
  /** The response has the saved row as `theirs`. */
  hasTheirs?: true
}

/** Errors of our own, for REST, server functions and `/api/auth`; floors above add theirs (`FloorErrors`). */
const CODES = {
  ...LOCAL_CODES,
  ...SIGN_IN_CODES,
  CATALOGUE_TOO_LARGE: { status: 409, message: m.error_CATALOGUE_TOO_LARGE },
  BOOK_MERGED: { status: 308, message: m.error_BOOK_MERGED, when: '`Location` has the book it was merged into' },
  VALIDATION_ERROR: {
    status: 400,
    message: inputSentence(m.error_VALIDATION_ERROR),
    when: 'a field is invalid or unknown; `data.fields` and `data.messages` name it',
    example: { fields: { title: { key: 'title_required' } } },
  },
  FIELD_NOT_ALLOWED: {
    status: 400,
    message: inputSentence(m.error_FIELD_NOT_ALLOWED),
    when: 'a field cannot be changed here; `data.fields` names it',
    example: { fields: { role: { key: 'field_not_allowed' } } },
  },
  FILE_REFUSED: {
    status: 400,
    message: ({ sentence }) => sentence ?? m.error_FILE_REFUSED(),
    when: 'the file is empty, damaged or of another kind; the message says which',
  },
  INVALID_EMAIL: { status: 400, message: m.error_INVALID_EMAIL, when: 'the address is not valid' },
  NO_ADDRESS: { status: 400, message: m.error_NO_ADDRESS, when: 'the user has no address' },
  INVALID_CALLBACK_URL: { status: 400, message: m.error_INVALID_CALLBACK_URL, when: '`callbackURL` is no path here' },
  YOU_CANNOT_BAN_YOURSELF: { status: 400, message: m.error_YOU_CANNOT_BAN_YOURSELF, when: 'the user is the caller' },
  YOU_CANNOT_REMOVE_YOURSELF: {
    status: 400,
    message: m.error_YOU_CANNOT_REMOVE_YOURSELF,
    when: 'the user is the caller, who is deleted in the account',
  },
  YOU_CANNOT_DEMOTE_YOURSELF: {
    status: 400,
    message: m.error_YOU_CANNOT_DEMOTE_YOURSELF,
    when: 'the user is the caller, who would lose their own role',
  },
  YOU_CANNOT_CHANGE_YOUR_EMAIL_HERE: {
    status: 400,
    message: m.error_YOU_CANNOT_CHANGE_YOUR_EMAIL_HERE,
    when: 'one’s own address is changed in the account',
  },
  UNAUTHORIZED: { status: 401, message: m.error_UNAUTHORIZED, when: 'the request has no valid session' },
  NOT_ONBOARDED: { status: 403, message: m.error_NOT_ONBOARDED, when: 'the caller has not given a name yet' },
  ACTION_NOT_ALLOWED: {
    status: 403,
    message: resourceSentence(m.error_ACTION_NOT_ALLOWED),
    when: 'the role does not allow this action',
    example: { resource: 'book' },
  },
  RESOURCE_NOT_ALLOWED: {
    status: 403,
    message: resourceSentence(m.error_RESOURCE_NOT_ALLOWED),
    when: 'the role has no permission on this resource',
    example: { resource: 'user' },
  },
  SCOPE_MISSING: {
    status: 403,
    message: resourceSentence(m.error_SCOPE_MISSING),
    when: 'the key does not have this scope',
    example: { resource: 'book:read' },
  },
  FORBIDDEN: { ...LOCAL_CODES.FORBIDDEN, when: 'API keys cannot be used here' },
  INVALID_ORIGIN: {
    status: 403,
    message: m.error_INVALID_ORIGIN,
    when: 'the request comes from a page of another site',
  },
  SETUP_CLOSED: { status: 403, message: m.error_SETUP_CLOSED, when: 'there is a manager, or it is not that machine' },
  RECOVERY_PHRASE: {
    status: 403,
    message: m.error_RECOVERY_PHRASE,
    when: 'the restored library has a recovery phrase, and another or none was sent',
  },
  SETUP_CODE: {
    status: 403,
    message: m.error_SETUP_CODE,
    when: 'it may come through a proxy, without the code that the server shows',
  },
  DEMO_MODE: { status: 403, message: m.error_DEMO_MODE, when: 'this is a demo: nothing can be changed' },
  SESSION_EXPIRED: {
    status: 403,
    message: m.error_SESSION_EXPIRED,
    when: 'the caller has not proven by a code or a passkey in the last ten minutes who they are',
  },
  IMPERSONATING: { status: 403, message: m.error_IMPERSONATING, when: 'the caller is impersonating a user' },
  BANNED_USER: { status: 403, message: m.error_BANNED_USER, when: 'the user is banned' },
  YOU_CANNOT_IMPERSONATE_ADMINS: {
    status: 403,
    message: m.error_YOU_CANNOT_IMPERSONATE_ADMINS,
    when: 'admins cannot be impersonated',
  },
  CANNOT_INVITE_BANNED: { status: 403, message: m.error_CANNOT_INVITE_BANNED, when: 'the user is banned' },
  CANNOT_IMPERSONATE_BANNED: { status: 403, message: m.error_CANNOT_IMPERSONATE_BANNED, when: 'the user is banned' },
  YOU_ARE_NOT_ALLOWED_TO_GET_USER: {
    status: 403,
    message: m.error_YOU_ARE_NOT_ALLOWED_TO_GET_USER,
    when: 'the role does not allow this',
  },
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS: {
    status: 403,
    message: m.error_YOU_ARE_NOT_ALLOWED_TO_LIST_USERS,
    when: 'the role does not allow this',
  },
  YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS: {
    status: 403,
    message: m.error_YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS,
    when: 'the role does not allow this',
  },
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: {
    status: 403,
    message: m.error_YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS,
    when: 'the role does not allow this',
  },
  NOT_FOUND: {
    status: 404,
    message: m.error_NOT_FOUND,
    when: 'there is nothing with this id, or the id is malformed',
  },
  USER_NOT_FOUND: { status: 404, message: m.error_USER_NOT_FOUND, when: 'there is no such user' },
  PROVIDER_NOT_FOUND: { status: 404, message: m.error_PROVIDER_NOT_FOUND, when: 'there is no such provider here' },
  METHOD_NOT_ALLOWED: { status: 405, message: m.error_METHOD_NOT_SUPPORTED },
  CONFLICT: {
    status: 409,
    message: ({ sentence }) => sentence ?? m.error_CONFLICT(),
    when: 'the version is outdated; `data.theirs` has the current one',
    hasTheirs: true,
  },
  BACKUP_TOO_NEW: { status: 409, message: m.error_BACKUP_TOO_NEW },
  TOO_MANY_BACKUPS: { status: 409, message: m.error_TOO_MANY_BACKUPS },
  UPDATE_RUNNING: { status: 409, message: m.error_UPDATE_RUNNING, when: 'an update is on its way' },
  MERGED_AGAIN: { status: 409, message: m.error_MERGED_AGAIN, when: 'the book was merged again since' },
  SPLIT_TAKEN: { status: 409, message: m.error_SPLIT_TAKEN, when: 'a book has its title and author by now' },
  COPY_ON_LOAN: {
    status: 409,
    message: ({ sentence }) => sentence ?? m.error_COPY_ON_LOAN(),
    when: 'a copy is on loan, or lost and owed; the message says which',
  },
  BOOK_TAKEN: {
    status: 409,
    message: m.error_BOOK_TAKEN,
    when: 'the author has a book of that title',
    example: { fields: { title: { key: 'title_taken' } } },
  },
  NAME_TAKEN: {
    status: 409,
    message: m.error_NAME_TAKEN,
    when: 'there is one of that name',
    example: { fields: { name: { key: 'name_taken' } } },
  },
  EMAIL_TAKEN: {
    status: 409,
    message: m.email_taken,
    when: 'another user has this address',
    example: { fields: { email: { key: 'email_taken' } } },
  },
  EMAIL_ALREADY_VERIFIED: {
    status: 409,
    message: m.error_EMAIL_ALREADY_VERIFIED,
    when: 'the user has signed in before',
  },
  LAST_ADMIN: { status: 409, message: m.error_LAST_ADMIN, when: 'the user is the last admin who is not banned' },
  NOT_IMPERSONATING: { status: 409, message: m.error_NOT_IMPERSONATING, when: 'nobody is impersonated' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: m.error_IDEMPOTENCY_KEY_REUSED,
    when: 'the `Idempotency-Key` was used for another request',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    message: m.error_IDEMPOTENCY_KEY_IN_USE,
    when: 'the first request with this `Idempotency-Key` is still under way',
    example: { retryAfter: 1 },
  },
  NOT_UNDOABLE: { status: 409, message: m.error_NOT_UNDOABLE, when: 'a change of this kind cannot be taken back here' },
  ALREADY_UNDONE: { status: 409, message: m.error_ALREADY_UNDONE, when: 'it was taken back before' },
  GENRE_SAME: { status: 400, message: m.genre_same, when: 'the other genre is the same one' },
  GENRE_HAS_BOOKS: { status: 409, message: m.genre_move_required, when: 'it has books, and `moveTo` is missing' },
  GENRE_TAKEN: { status: 409, message: m.genre_taken, when: 'another genre has the name, in some language' },
  VIEW_LIMIT: { status: 409, message: m.error_VIEW_LIMIT, when: 'there are as many views as a list may have' },
  PRECONDITION_FAILED: {
    status: 412,
    message: m.error_CONFLICT,
    when: '`If-Match` names another version; `data.theirs` has the current one',
    hasTheirs: true,
  },
  CONTENT_TOO_LARGE: {
    status: 413,
    message: ({ sentence }) => sentence ?? tooLargeSentence(),
    when: 'the body has more than 1,000,000 bytes, or a file more than 64 MB',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: m.error_UNSUPPORTED_MEDIA_TYPE,
    when: 'the body is not `application/json`, except for a file',
  },
  MISDIRECTED_REQUEST: { status: 421, message: m.error_MISDIRECTED_REQUEST, when: 'the request names another host' },
  PRECONDITION_REQUIRED: {
    status: 428,
    message: m.error_PRECONDITION_REQUIRED,
    when: 'neither `If-Match` nor `version` was given',
  },
  TOO_MANY_REQUESTS: {
    ...LOCAL_CODES.TOO_MANY_REQUESTS,
    // Forms count the seconds down themselves.
    message: ({ retryAfter }) =>
      retryAfter === undefined ? m.error_TOO_MANY_REQUESTS() : m.error_wait({ time: formatCountdown(retryAfter) }),
    when: 'a limit was reached; `Retry-After` says for how long',
    example: { retryAfter: 42 },
  },
  ABORTED: { status: 499, message: m.error_NETWORK }, // Never sent: the connection is closed.
  FAILED_TO_CREATE_USER: { status: 500, message: m.error_FAILED_TO_CREATE_USER },
  MAIL_NOT_SENT: { status: 503, message: m.error_MAIL_NOT_SENT, when: 'the mail could not be sent' },
  SERVICE_UNAVAILABLE: { status: 503, message: m.error_SERVICE_UNAVAILABLE, when: 'the captcha does not respond' },
  TEMPORARILY_UNAVAILABLE: {
    status: 503,
    message: m.error_TEMPORARILY_UNAVAILABLE,
    when: 'the database does not answer or has no room, or the server is overloaded; `Retry-After` says when to try again',
    example: { retryAfter: 5 },
  },
  NOT_KNOWN_IF_SAVED: {
    status: 503,
    message: m.error_NOT_KNOWN_IF_SAVED,
    when: 'the connection to the database broke while the change was saved, so it may have been made: look, or repeat it with the same `Idempotency-Key`',
    example: { retryAfter: 5 },
  },
  PROVIDER_UNAVAILABLE: { status: 503, message: m.error_PROVIDER_UNAVAILABLE, when: 'the provider does not respond' },
} as const satisfies Record<string, ErrorRow>

/**
 * The errors of the floors above. Each floor adds the type of its own to this interface, beside its list
 * (`<floor>.errors.server.ts`), and hands the list in by its slice.
 *
 * @public for the floors above
 */
export interface FloorErrors {}

type AllCodes = typeof CODES & FloorErrors
export type ErrorCode = keyof AllCodes

let ofFloors: Readonly<Record<string, ErrorRow>> = {}

/** Hands in the errors of the floors above, with the slices. */
export const setFloorErrors = (errors: Readonly<Record<string, ErrorRow>>): void => void (ofFloors = errors)

/**
 * The codes of all errors of our own.
 *
 * @internal for tests
 */
export const errorCodes = (): string[] => Object.keys({ ...CODES, ...ofFloors })

/** The error of a code; undefined for a code that is not ours. */
export const errorRow = (code: string): ErrorRow | undefined => lookUp<ErrorRow>(CODES, code) ?? lookUp(ofFloors, code)

/** The error for each violated constraint of a table, by the constraint's name. */
export type ConstraintErrors = Record<string, { code: ErrorCode; fields?: NonNullable<ErrorData['fields']> }>

/** Codes whose rows the OpenAPI document explains. */
export type DocumentedCode = {
  [Code in ErrorCode]: AllCodes[Code] extends { when: string } ? Code : never
}[ErrorCode]
