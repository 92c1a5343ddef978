import { schemaRef, type JsonSchema, type Parameter } from './openapi-types.ts'
import type { DocumentedCode } from '#errors/codes.server.ts'
import { CODE_MINUTES } from '#auth/credentials.schema.ts'

/** An endpoint of better-auth, as it answers here. */
export interface AuthEntry {
  method: 'get' | 'post'
  path: string
  id: string
  summary: string
  description: string
  tag: 'Sign-in' | 'Administration'
  /** It takes a session. */
  isSignedIn?: boolean
  /** The name of the schema of its body. */
  body?: string
  parameters?: Parameter[]
  /** What it answers: a schema, or the address that it sends to. */
  answer: JsonSchema | { location: string }
  said: string
  problems?: DocumentedCode[]
}

export const query = (name: string, schema: JsonSchema, description: string, example: unknown): Parameter => ({
  name,
  in: 'query',
  description,
  required: false,
  schema,
  example,
})
const text = { type: 'string' }
const orNull = (name: string): JsonSchema => ({ anyOf: [schemaRef(name), { type: 'null' }] })

const PROVIDER: Parameter = {
  name: 'id',
  in: 'path',
  description: 'Which provider.',
  required: true,
  schema: text,
  example: 'github',
}
const CAPTCHA: Parameter = {
  name: 'x-captcha-response',
  in: 'header',
  description: 'The token of the check for robots, where one is on.',
  required: false,
  schema: text,
  example: '0.Zm9v',
}
const WAY_BACK = {
  location: 'Where the browser goes on: the page that it came for, or `/login/error` with an `error`.',
}

/** Ways in and out, and what is one's own. */
export const SIGN_IN_ENTRIES: AuthEntry[] = [
  {
    method: 'post',
    path: '/email-otp/send-verification-otp',
    id: 'sendSignInCode',
    summary: 'Mail a code',
    description: `Mails a code of six digits that is valid for ${CODE_MINUTES} minutes, to any address alike. Where a check for robots is on, its token is sent along.`,
    tag: 'Sign-in',
    body: 'CodeRequest',
    parameters: [CAPTCHA],
    answer: schemaRef('AuthDone'),
    said: 'The code was mailed.',
    problems: ['INVALID_EMAIL', 'TOO_MANY_REQUESTS', 'MAIL_NOT_SENT', 'SERVICE_UNAVAILABLE'],
  },
  {
    method: 'post',
    path: '/sign-in/email-otp',
    id: 'signInWithCode',
    summary: 'Sign in with a code',
    description: 'Signs this browser in by the code that was mailed. A code takes five attempts.',
    tag: 'Sign-in',
    body: 'CodeSignIn',
    answer: schemaRef('SignedIn'),
    said: 'Signed in; the cookie holds the session.',
    problems: ['INVALID_EMAIL', 'INVALID_OTP', 'OTP_EXPIRED', 'TOO_MANY_ATTEMPTS', 'BANNED_USER', 'TOO_MANY_REQUESTS'],
  },
  {
    method: 'post',
    path: '/sign-in/card',
    id: 'signInWithCard',
    summary: 'Sign in with a sign-in card',
    description:
      'Signs this browser in by the code of a sign-in card that a manager has given: once. In any case, with spaces and dashes.',
    tag: 'Sign-in',
    body: 'CardSignIn',
    answer: schemaRef('SignedIn'),
    said: 'Signed in; the cookie holds the session.',
    problems: [
      'CARD_INCOMPLETE',
      'CARD_UNKNOWN',
      'CARD_USED',
      'CARD_REVOKED',
      'CARD_EXPIRED',
      'CARDS_OFF',
      'BANNED_USER',
      'TOO_MANY_REQUESTS',
    ],
  },
  {
    method: 'post',
    path: '/sign-in/social',
    id: 'signInWithProvider',
    summary: 'Sign in by a provider',
    description: 'Answers where to send the browser. It comes back to `/api/auth/callback/{id}`.',
    tag: 'Sign-in',
    body: 'ProviderSignIn',
    answer: schemaRef('WayToProvider'),
    said: 'Where to send the browser.',
    problems: ['INVALID_CALLBACK_URL', 'PROVIDER_NOT_FOUND', 'TOO_MANY_REQUESTS', 'PROVIDER_UNAVAILABLE'],
  },
  {
    method: 'post',
    path: '/sign-in/setup',
    id: 'signInToSetUp',
    summary: 'Become the first manager',
    description:
      'Only while the library has no manager, and on the machine of the server. For the form of `/setup`. Where the request may have come through a proxy it needs the `code` that the server shows.',
    tag: 'Sign-in',
    body: 'SetupSignIn',
    answer: schemaRef('SignedIn'),
    said: 'Signed in; the cookie holds the session.',
    problems: ['SETUP_CLOSED', 'SETUP_CODE', 'TOO_MANY_REQUESTS'],
  },
  {
    method: 'post',
    path: '/sign-in/demo',
    id: 'signInToDemo',
    summary: 'Enter the demo',
    description: 'Signs in as one of the two people of the demo. Only there where the demo is on.',
    tag: 'Sign-in',
    body: 'DemoSignIn',
    answer: schemaRef('SignedIn'),
    said: 'Signed in; the cookie holds the session.',
    problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  },
  ...(['get', 'post'] as const).map((method): AuthEntry => ({
    method,
    path: '/callback/{id}',
    id: method === 'get' ? 'returnFromProvider' : 'returnFromProviderByForm',
    summary: 'Come back from a provider',
    description: 'Where a provider sends the browser, with `code` and `state`. Not to be called by anybody else.',
    tag: 'Sign-in',
    parameters: [
      PROVIDER,
      query('code', text, 'What the provider gave the browser.', 'b5f0c2'),
      query('state', text, 'What the browser was sent away with.', 'OGSho'),
      query('error', text, 'Why the provider refused.', 'access_denied'),
    ],
    answer: WAY_BACK,
    said: 'On to the page that the browser came for.',
  })),
  {
    method: 'get',
    path: '/get-session',
    id: 'getSession',
    summary: 'Read the own session',
    description: 'The session of the cookie and whose it is; null for a visitor.',
    tag: 'Sign-in',
    answer: orNull('AuthSessionAndUser'),
    said: 'The session, or null.',
  },
  {
    method: 'post',
    path: '/sign-out',
    id: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session of the cookie.',
    tag: 'Sign-in',
    body: 'AuthNothing',
    answer: schemaRef('AuthDone'),
    said: 'Signed out.',
  },
  {
    method: 'post',
    path: '/update-user',
    id: 'updateOwnName',
    summary: 'Change the own name',
    description: 'Changes the name; any other field is refused.',
    tag: 'Sign-in',
    isSignedIn: true,
    body: 'NameChange',
    answer: schemaRef('AuthStatus'),
    said: 'The name is changed.',
    problems: ['FIELD_NOT_ALLOWED'],
  },
  {
    method: 'post',
    path: '/delete-user',
    id: 'deleteOwnAccount',
    summary: 'Delete the own account',
    description: 'Deletes the account with all that is its, if the address was proven in the last ten minutes.',
    tag: 'Sign-in',
    isSignedIn: true,
    body: 'AuthNothing',
    answer: schemaRef('AuthDeleted'),
    said: 'The account is deleted.',
    problems: ['SESSION_EXPIRED', 'IMPERSONATING', 'LAST_ADMIN'],
  },
  ...[
    { path: '/revoke-sessions', id: 'endOwnSessions', summary: 'Sign out everywhere' },
    { path: '/revoke-other-sessions', id: 'endOtherOwnSessions', summary: 'Sign out everywhere else' },
  ].map((one): AuthEntry => ({
    ...one,
    method: 'post',
    description: `Ends the sessions of whoever asks${one.id === 'endOwnSessions' ? '' : ', but for this one'}.`,
    tag: 'Sign-in',
    isSignedIn: true,
    body: 'AuthNothing',
    answer: schemaRef('AuthStatus'),
    said: 'The sessions are over.',
    problems: ['IMPERSONATING'],
  })),
  {
    method: 'get',
    path: '/list-accounts',
    id: 'listOwnAccounts',
    summary: 'List the own ways in',
    description: 'The providers by which whoever asks signs in.',
    tag: 'Sign-in',
    isSignedIn: true,
    answer: { type: 'array', items: schemaRef('AuthAccount') },
    said: 'The ways in.',
  },
  {
    method: 'get',
    path: '/ok',
    id: 'isSignInThere',
    summary: 'Whether sign-in is there',
    description: 'For probes.',
    tag: 'Sign-in',
    answer: schemaRef('AuthOk'),
    said: 'It is there.',
  },
  {
    method: 'get',
    path: '/error',
    id: 'showSignInError',
    summary: 'Where errors lead',
    description: 'Sends the browser on to `/login/error`.',
    tag: 'Sign-in',
    parameters: [query('error', text, 'What went wrong.', 'access_denied')],
    answer: { location: 'The page that says what went wrong.' },
    said: 'On to the page that says what went wrong.',
  },
]
