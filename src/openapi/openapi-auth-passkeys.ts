import type { AuthEntry } from './openapi-auth-sign-in.ts'
import { schemaRef, type JsonSchema } from './openapi-types.ts'

/** Signing in by a passkey, and adding one. They are listed, renamed and removed by server functions of the account. */
export const PASSKEY_ENTRIES: AuthEntry[] = [
  {
    method: 'get',
    path: '/passkey/generate-authenticate-options',
    id: 'askForPasskey',
    summary: 'Ask for a challenge to sign in',
    description:
      'What `navigator.credentials.get` takes, and a cookie that binds the challenge to this browser for five minutes. Whoever is signed in is offered their own passkeys.',
    tag: 'Sign-in',
    answer: schemaRef('PasskeyOptions'),
    said: 'What the browser’s dialog takes.',
    problems: ['TOO_MANY_REQUESTS', 'IMPERSONATING'],
  },
  {
    method: 'post',
    path: '/passkey/verify-authentication',
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description: 'Signs this browser in, or confirms who uses its session, which a new one then replaces.',
    tag: 'Sign-in',
    body: 'PasskeyAnswer',
    answer: schemaRef('PasskeySignedIn'),
    said: 'Signed in; the cookie holds the session.',
    problems: ['PASSKEY_FAILED', 'PASSKEY_EXPIRED', 'PASSKEY_NOT_FOUND', 'BANNED_USER', 'IMPERSONATING'],
  },
  {
    method: 'get',
    path: '/passkey/generate-register-options',
    id: 'askToAddPasskey',
    summary: 'Ask for a challenge to add a passkey',
    description:
      'What `navigator.credentials.create` takes, if the user has confirmed who they are in the last ten minutes.',
    tag: 'Sign-in',
    isSignedIn: true,
    answer: schemaRef('PasskeyOptions'),
    said: 'What the browser’s dialog takes.',
    problems: [
      'SESSION_EXPIRED',
      'PASSKEY_REQUIRED',
      'IMPERSONATING',
      'NOT_ONBOARDED',
      'PASSKEY_LIMIT',
      'TOO_MANY_REQUESTS',
    ],
  },
  {
    method: 'post',
    path: '/passkey/verify-registration',
    id: 'addPasskey',
    summary: 'Add a passkey',
    description: 'Stores what the browser has made; the user is told by mail.',
    tag: 'Sign-in',
    isSignedIn: true,
    body: 'PasskeyAnswer',
    answer: schemaRef('PasskeyAdded'),
    said: 'The passkey is added.',
    problems: [
      'PASSKEY_FAILED',
      'PASSKEY_EXPIRED',
      'SESSION_EXPIRED',
      'PASSKEY_REQUIRED',
      'IMPERSONATING',
      'NOT_ONBOARDED',
      'PASSKEY_LIMIT',
    ],
  },
]

const EXAMPLE_ID = '01a1fc5f-3ab8-7b10-a1c2-3d4e5f607182'
const id = (description: string): JsonSchema => ({
  type: 'string',
  format: 'uuid',
  description,
  examples: [EXAMPLE_ID],
})

/** The schemas of those endpoints; what browsers take and give is defined by WebAuthn, level 3. */
export const passkeySchemas: Record<string, JsonSchema> = {
  PasskeyOptions: {
    type: 'object',
    description: 'Options of WebAuthn, as JSON.',
    properties: { challenge: { type: 'string', description: 'What is to be signed.', examples: ['q1Qm3mZ8zA'] } },
    required: ['challenge'],
  },
  PasskeyAnswer: {
    type: 'object',
    description: 'What the browser has answered.',
    properties: {
      response: {
        type: 'object',
        description: 'The credential, as `PublicKeyCredential.toJSON` gives it.',
        examples: [
          { id: 'b7f290ac', rawId: 'b7f290ac', type: 'public-key', response: { clientDataJSON: 'eyJ0eXBlIjo' } },
        ],
      },
    },
    required: ['response'],
  },
  PasskeySignedIn: {
    type: 'object',
    description: 'Who has signed in.',
    properties: {
      user: {
        type: 'object',
        description: 'The user.',
        properties: { id: id('Id of the user.') },
        required: ['id'],
      },
    },
    required: ['user'],
  },
  PasskeyAdded: {
    type: 'object',
    description: 'The new passkey.',
    properties: { id: id('Id of the passkey.') },
    required: ['id'],
  },
}
