import { m } from '#i18n/paraglide/messages.js'
import type { ErrorData } from './app-error.ts'
import { CARD_CODES } from './card-codes.server.ts'
import { LENDING_CODES } from './lending-codes.server.ts'
import { LOCAL_CODES } from './local-error.ts'
import { PASSKEY_CODES } from './passkey-codes.server.ts'
import { UNAVAILABLE_CODES } from './unavailable-codes.server.ts'
import { inputSentence, resourceSentence, tooLargeSentence, type SentenceData } from './sentences.server.ts'

interface ErrorRow {
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

/** Every error of our own, for REST, server functions and `/api/auth`. */
export const CODES = {
  ...LOCAL_CODES,
  ...PASSKEY_CODES,
  ...LENDING_CODES,
  ...CARD_CODES,
  ...UNAVAILABLE_CODES,
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
  INVALID_OTP: { status: 400, message: m.error_INVALID_OTP, when: 'the code is wrong' },
  OTP_EXPIRED: { status: 400, message: m.error_OTP_EXPIRED, when: 'the code is no longer valid' },
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
  API_KEY_INVALID: {
    status: 401,
    message: m.error_API_KEY_INVALID,
    when: 'the key is unknown or revoked, or its owner may no longer have keys',
  },
  API_KEY_EXPIRED: { status: 401, message: m.error_API_KEY_EXPIRED, when: 'the key has expired' },
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
  TOO_MANY_ATTEMPTS: { status: 403, message: m.error_TOO_MANY_ATTEMPTS, when: 'too many wrong codes were tried' },
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
  BULK_STATE: { status: 409, message: m.error_BULK_STATE },
  IMPORT_STATE: { status: 409, message: m.error_IMPORT_STATE, when: 'the state of the import does not allow it' },
  GENRE_SAME: { status: 400, message: m.genre_same, when: 'the other genre is the same one' },
  GENRE_HAS_BOOKS: { status: 409, message: m.genre_move_required, when: 'it has books, and `moveTo` is missing' },
  GENRE_TAKEN: { status: 409, message: m.genre_taken, when: 'another genre has the name, in some language' },
  VIEW_LIMIT: { status: 409, message: m.error_VIEW_LIMIT, when: 'there are as many views as a list may have' },
  API_KEY_LIMIT: { status: 409, message: m.error_API_KEY_LIMIT },
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
    when: 'a limit was reached; `Retry-After` says for how long',
    example: { retryAfter: 42 },
  },
  ABORTED: { status: 499, message: m.error_NETWORK }, // Never sent: the connection is closed.
  FAILED_TO_CREATE_USER: { status: 500, message: m.error_FAILED_TO_CREATE_USER },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof CODES

/** The error for each violated constraint of a table, by the constraint's name. */
export type ConstraintErrors = Record<string, { code: ErrorCode; fields?: NonNullable<ErrorData['fields']> }>

/** A row that the OpenAPI document explains. */
export type DocumentedRow = ErrorRow & { when: string }

/** Codes of such rows. */
export type DocumentedCode = {
  [Code in ErrorCode]: (typeof CODES)[Code] extends { when: string } ? Code : never
}[ErrorCode]
