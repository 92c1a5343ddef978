import { schemaRef, type Header, type JsonSchema, type Parameter } from './openapi-types.ts'

/** Whoever calls: a browser by its cookie, a program by a key. */
export const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'better-auth.session_token',
    description:
      'The session of a browser that is signed in; on https the name begins with `__Secure-`. A page of another site cannot use it.',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mkt_ and 43 characters',
    description:
      'A key made on the account page, also taken as `X-API-Key`. It allows what its scopes allow, as long as its owner may do the same. 600 requests a minute.',
  },
}

export const PARAMETERS: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of your own, of 1 to 255 visible ASCII characters: the same request under the same key is done once within 24 hours, and answered alike.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7E]+$' },
    example: 'e8a7c0de-add-nedjma',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` that was read, several of them, or `*` for any version: only then something is done.',
    schema: { type: 'string', pattern: '^(\\*|"[0-9]+"(, *"[0-9]+")*)$' },
    example: '"1"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` that is there already: if it still holds, the answer is 304 without a body.',
    schema: { type: 'string' },
    example: '"1"',
  },
}

const HEADERS: Record<string, Header> = {
  Location: {
    description: 'Path of what was added.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/api/v1/books/01a1fc5f-3ab8-711d-bde4-965ef5d28919',
  },
  RetryAfter: {
    description: 'Seconds until it may be tried again.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  RateLimitPolicy: {
    description: 'The limit of the key: `q` requests in `w` seconds. Only for keys.',
    schema: { type: 'string' },
    example: '"key";q=600;w=60',
  },
  RateLimit: {
    description: 'What is left of the limit: `r` requests, for `t` seconds. Only for keys.',
    schema: { type: 'string' },
    example: '"key";r=599;t=60',
  },
  WWWAuthenticate: {
    description: 'How to sign in: by a key. Only where a key was sent that does not hold.',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  IdempotencyReplayed: {
    description: '`true` where the answer is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
}

/** The headers; `versioned` are the schemas that have a tag. */
export const headersOf = (versioned: readonly string[]): Record<string, Header> => ({
  ETag: {
    description: `The version and the state of the ${versioned.map((name) => name.toLowerCase()).join(' or the ')}, for \`If-Match\` and \`If-None-Match\`.`,
    schema: { type: 'string', pattern: '^"[0-9]+-[A-Za-z0-9_-]+"$' },
    example: '"1-Zm9sZCBtZSBub3Qh"',
  },
  ...HEADERS,
})

const code = { type: 'string', description: 'Name of the problem, for programs.', examples: ['VALIDATION_ERROR'] }
const message = {
  type: 'string',
  description:
    'A sentence for people, with the field and its limits where the input does not fit, in the language of the cookie `language`, else of `Accept-Language`.',
  examples: ['Please check what you typed'],
}

const problem = {
  code,
  status: {
    type: 'integer',
    minimum: 300,
    maximum: 599,
    description: 'The same as the status of the answer.',
    examples: [400],
  },
  message,
  data: { description: 'More, where there is more to say.', ...schemaRef('ProblemData') },
}

/** What problems look like; `theirs` are the schemas of what somebody else may have changed meanwhile. */
export const problemSchemas = (theirs: readonly string[]): Record<string, JsonSchema> => ({
  Problem: {
    type: 'object',
    description: 'What went wrong.',
    properties: {
      ...problem,
    },
    required: ['code', 'status', 'message'],
  },
  ProblemData: {
    type: 'object',
    description: 'What a program needs to know of a problem.',
    properties: {
      fields: {
        type: 'object',
        description: 'The fields, parameters or headers that do not fit, each with the name of what is wrong.',
        additionalProperties: { type: 'string' },
        examples: [{ title: 'title_required' }],
      },
      messages: {
        type: 'object',
        description: 'The same fields, each with a sentence for people.',
        additionalProperties: { type: 'string' },
        examples: [{ title: 'Title is required' }],
      },
      retryAfter: {
        type: 'integer',
        minimum: 0,
        description: 'Seconds until it may be tried again.',
        examples: [42],
      },
      theirs: {
        description: 'What somebody else has saved meanwhile.',
        anyOf: theirs.map(schemaRef),
      },
      changes: {
        type: 'object',
        description: 'Who changed each field of `theirs` last, and when; only for callers who may see that.',
        additionalProperties: {
          type: 'object',
          properties: {
            at: { type: 'string', format: 'date-time', description: 'When it was changed.' },
            by: {
              type: 'object',
              description:
                'Who changed it: a person, the operator by the command line, or the library itself. A person who is no longer there has neither id nor name.',
              properties: {
                kind: { type: 'string', enum: ['person', 'operator', 'system'] },
                id: { type: ['string', 'null'], format: 'uuid' },
                name: { type: ['string', 'null'] },
              },
              required: ['kind', 'id', 'name'],
            },
          },
          required: ['at', 'by'],
        },
        examples: [
          {
            publisher: {
              at: '2026-11-02T08:15:30.000Z',
              by: { kind: 'person', id: '01a1fc5f-3ab8-7b10-a1c2-3d4e5f607182', name: 'Ama Mensah' },
            },
          },
        ],
      },
    },
  },
  AuthProblem: {
    type: 'object',
    description: 'What went wrong, as `/api/auth` says it.',
    properties: {
      ...problem,
      retryAfter: {
        type: 'integer',
        minimum: 0,
        description: 'Seconds until it may be tried again.',
        examples: [42],
      },
    },
    required: ['code', 'status', 'message'],
  },
})
