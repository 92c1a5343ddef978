import * as z from 'zod/mini'
import { nameChangeSchema, nothingSchema } from '#base/auth/better-auth/auth-body.schema.ts'
import * as answers from './openapi-auth-answers.ts'
import { query, text, type AuthEntries, type AuthEntry } from './openapi-auth-entry.ts'

const oneOf = (...names: string[]) => ({ type: 'string', enum: names })

const ENDED: Omit<AuthEntry, 'id' | 'summary' | 'description'> = {
  isSignedIn: true,
  body: nothingSchema,
  answer: answers.statusSchema,
  said: 'The sessions are over.',
  problems: ['IMPERSONATING'],
}

/** Endpoints of one's own account and session, of better-auth's state and errors, and two for managers. */
export const OWN_ENTRIES: AuthEntries = {
  'GET /get-session': {
    id: 'getSession',
    summary: 'Read the own session',
    description: 'The session of the cookie and whose it is; null for a visitor.',
    answer: z.nullable(answers.sessionAndUserSchema),
    said: 'The session, or null.',
  },
  'POST /sign-out': {
    id: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session of the cookie.',
    body: nothingSchema,
    answer: answers.doneSchema,
    said: 'Signed out.',
  },
  'POST /update-user': {
    id: 'updateOwnName',
    summary: 'Change the own name',
    description: 'Changes the name; any other field is refused.',
    isSignedIn: true,
    body: nameChangeSchema,
    answer: answers.statusSchema,
    said: 'The name is changed.',
    problems: ['FIELD_NOT_ALLOWED'],
  },
  'POST /delete-user': {
    id: 'deleteOwnAccount',
    summary: 'Delete the own account',
    description: 'Deletes the account with all that is its, if the address was proven in the last ten minutes.',
    isSignedIn: true,
    body: nothingSchema,
    answer: answers.deletedSchema,
    problems: ['SESSION_EXPIRED', 'IMPERSONATING', 'LAST_ADMIN'],
  },
  'POST /revoke-sessions': {
    id: 'endOwnSessions',
    summary: 'Sign out everywhere',
    description: 'Ends the sessions of whoever asks.',
    ...ENDED,
  },
  'POST /revoke-other-sessions': {
    id: 'endOtherOwnSessions',
    summary: 'Sign out everywhere else',
    description: 'Ends the sessions of whoever asks, but for this one.',
    ...ENDED,
  },
  'GET /list-accounts': {
    id: 'listOwnAccounts',
    summary: 'List the own ways in',
    description: 'The providers by which whoever asks signs in.',
    isSignedIn: true,
    answer: z.array(answers.accountSchema),
    said: 'The ways in.',
  },
  'GET /ok': {
    id: 'isSignInThere',
    summary: 'Whether sign-in is there',
    description: 'For probes.',
    answer: answers.okSchema,
  },
  'GET /error': {
    id: 'showSignInError',
    summary: 'Where errors lead',
    description: 'Sends the browser on to `/login/error`.',
    parameters: [query('error', text, 'What went wrong.', 'access_denied')],
    answer: { location: 'The page that says what went wrong.' },
    said: 'On to the page that says what went wrong.',
  },
  'GET /admin/list-users': {
    id: 'adminListUsers',
    summary: 'List users by an offset',
    description: 'Slower than `GET /api/v1/users`, which pages by a cursor and searches as people mean it.',
    isSignedIn: true,
    parameters: [
      query('searchValue', text, 'Text to search for.', 'amina'),
      query('searchField', oneOf('email', 'name'), 'Where to search.', 'name'),
      query('searchOperator', oneOf('contains', 'starts_with', 'ends_with'), 'How to search.', 'contains'),
      query('limit', { type: 'integer', minimum: 1 }, 'How many to answer.', 20),
      query('offset', { type: 'integer', minimum: 0 }, 'How many to leave out before.', 0),
      query('sortBy', text, 'Field to sort by.', 'createdAt'),
      query('sortDirection', oneOf('asc', 'desc'), 'Direction to sort in.', 'asc'),
      query('filterField', text, 'Field to filter by.', 'role'),
      query('filterValue', text, 'Value to filter by.', 'admin'),
      query('filterOperator', oneOf('eq', 'ne', 'lt', 'lte', 'gt', 'gte'), 'How to filter.', 'eq'),
    ],
    answer: answers.offsetListSchema,
    problems: ['YOU_ARE_NOT_ALLOWED_TO_LIST_USERS'],
  },
  'POST /admin/stop-impersonating': {
    id: 'adminStopImpersonating',
    summary: 'Stop acting as a user',
    description: 'As `DELETE /api/v1/impersonation`.',
    isSignedIn: true,
    body: nothingSchema,
    answer: answers.sessionAndUserSchema,
    said: 'This browser is one’s own again.',
    problems: ['NOT_IMPERSONATING'],
  },
}
