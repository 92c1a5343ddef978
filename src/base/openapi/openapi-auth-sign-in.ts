import { CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import {
  cardSignInSchema,
  codeRequestSchema,
  codeSignInSchema,
  demoSignInSchema,
  passkeyAdditionSchema,
  passkeySignInSchema,
  providerSignInSchema,
  restoreSignInSchema,
  setupSignInSchema,
} from '#base/auth/better-auth/auth-body.schema.ts'
import * as answers from './openapi-auth-answers.ts'
import { query, text, type AuthEntries, type AuthEntry } from './openapi-auth-entry.ts'

const FROM_PROVIDER: Omit<AuthEntry, 'id'> = {
  summary: 'Come back from a provider',
  description: 'Where a provider sends the browser, with `code` and `state`. Not to be called by anybody else.',
  parameters: [
    { name: 'id', in: 'path', description: 'Which provider.', required: true, schema: text, example: 'github' },
    query('code', text, 'What the provider gave the browser.', 'b5f0c2'),
    query('state', text, 'What the browser was sent away with.', 'OGSho'),
    query('error', text, 'Why the provider refused.', 'access_denied'),
  ],
  answer: { location: 'Where the browser goes on: the page that it came for, or `/login/error` with an `error`.' },
  said: 'On to the page that the browser came for.',
}
const CAPTCHA = 'The token of the check for robots, where one is on.'

/** Endpoints that sign in, and those that add a passkey. */
export const SIGN_IN_ENTRIES: AuthEntries = {
  'POST /email-otp/send-verification-otp': {
    id: 'sendSignInCode',
    summary: 'Mail a code',
    description: `Mails a code of six digits that is valid for ${CODE_MINUTES} minutes, to any address alike. Where a check for robots is on, its token is sent along.`,
    body: codeRequestSchema,
    parameters: [{ ...query('x-captcha-response', text, CAPTCHA, '0.Zm9v'), in: 'header' }],
    answer: answers.doneSchema,
    said: 'The code was mailed.',
    problems: ['INVALID_EMAIL', 'TOO_MANY_REQUESTS', 'MAIL_NOT_SENT', 'SERVICE_UNAVAILABLE'],
  },
  'POST /sign-in/email-otp': {
    id: 'signInWithCode',
    summary: 'Sign in with a code',
    description: 'Signs this browser in by the code that was mailed. A code takes five attempts.',
    body: codeSignInSchema,
    answer: answers.signedInSchema,
    problems: ['INVALID_EMAIL', 'INVALID_OTP', 'OTP_EXPIRED', 'TOO_MANY_ATTEMPTS', 'BANNED_USER', 'TOO_MANY_REQUESTS'],
  },
  'POST /sign-in/card': {
    id: 'signInWithCard',
    summary: 'Sign in with a sign-in card',
    description:
      'Signs this browser in by the code of a sign-in card that a manager has given: once. In any case, with spaces and dashes.',
    body: cardSignInSchema,
    answer: answers.signedInSchema,
    problems: [
      ...(['CARD_INCOMPLETE', 'CARD_UNKNOWN', 'CARD_USED', 'CARD_REVOKED', 'CARD_EXPIRED', 'CARDS_OFF'] as const),
      ...(['BANNED_USER', 'TOO_MANY_REQUESTS'] as const),
    ],
  },
  'POST /sign-in/social': {
    id: 'signInWithProvider',
    summary: 'Sign in by a provider',
    description: 'Answers where to send the browser. It comes back to `/api/auth/callback/{id}`.',
    body: providerSignInSchema,
    answer: answers.wayToProviderSchema,
    problems: ['INVALID_CALLBACK_URL', 'PROVIDER_NOT_FOUND', 'TOO_MANY_REQUESTS', 'PROVIDER_UNAVAILABLE'],
  },
  'GET /callback/{id}': { id: 'returnFromProvider', ...FROM_PROVIDER },
  'POST /callback/{id}': { id: 'returnFromProviderByForm', ...FROM_PROVIDER },
  'POST /sign-in/demo': {
    id: 'signInToDemo',
    summary: 'Enter the demo',
    description: 'Signs in as one of the two people of the demo. Only there where the demo is on.',
    body: demoSignInSchema,
    answer: answers.signedInSchema,
    problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  },
  'POST /sign-in/setup': {
    id: 'signInToSetUp',
    summary: 'Become the first manager',
    description:
      'Only while the library has no manager, and on the machine of the server. For the form of `/setup`. Where the request may have come through a proxy it needs the `code` that the server shows.',
    body: setupSignInSchema,
    answer: answers.signedInSchema,
    problems: ['SETUP_CLOSED', 'SETUP_CODE', 'TOO_MANY_REQUESTS'],
  },
  'POST /sign-in/restore': {
    id: 'signInAfterRestore',
    summary: 'Sign in to a restored library',
    description:
      'Only for the browser that has restored the library on `/setup`, once: as one of its admins, with the recovery phrase where one was set.',
    body: restoreSignInSchema,
    answer: answers.signedInSchema,
    problems: ['SETUP_CLOSED', 'RECOVERY_PHRASE', 'USER_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  },
  'GET /passkey/generate-authenticate-options': {
    id: 'askForPasskey',
    summary: 'Ask for a challenge to sign in',
    description:
      'What `navigator.credentials.get` takes, and a cookie that binds the challenge to this browser for five minutes. Whoever is signed in is offered their own passkeys.',
    answer: answers.passkeyOptionsSchema,
    problems: ['TOO_MANY_REQUESTS', 'IMPERSONATING'],
  },
  'POST /passkey/verify-authentication': {
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description: 'Signs this browser in, or confirms who uses its session, which a new one then replaces.',
    body: passkeySignInSchema,
    answer: answers.passkeySignedInSchema,
    problems: ['PASSKEY_FAILED', 'PASSKEY_EXPIRED', 'PASSKEY_NOT_FOUND', 'BANNED_USER', 'IMPERSONATING'],
  },
  'GET /passkey/generate-register-options': {
    id: 'askToAddPasskey',
    summary: 'Ask for a challenge to add a passkey',
    description:
      'What `navigator.credentials.create` takes, if the user has confirmed who they are in the last ten minutes.',
    isSignedIn: true,
    answer: answers.passkeyOptionsSchema,
    problems: [
      ...(['SESSION_EXPIRED', 'PASSKEY_REQUIRED', 'IMPERSONATING', 'NOT_ONBOARDED', 'PASSKEY_LIMIT'] as const),
      'TOO_MANY_REQUESTS',
    ],
  },
  'POST /passkey/verify-registration': {
    id: 'addPasskey',
    summary: 'Add a passkey',
    description: 'Stores what the browser has made; the user is told by mail.',
    isSignedIn: true,
    body: passkeyAdditionSchema,
    answer: answers.passkeyAddedSchema,
    problems: [
      ...(['PASSKEY_FAILED', 'PASSKEY_EXPIRED'] as const),
      ...(['SESSION_EXPIRED', 'PASSKEY_REQUIRED', 'IMPERSONATING', 'NOT_ONBOARDED', 'PASSKEY_LIMIT'] as const),
    ],
  },
}
