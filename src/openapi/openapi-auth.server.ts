import { query, SIGN_IN_ENTRIES, type AuthEntry } from './openapi-auth-sign-in.ts'
import { PASSKEY_ENTRIES } from './openapi-auth-passkeys.ts'
import { authSchemas } from './openapi-auth-schemas.ts'
import { exampleOf, withExamples } from './openapi-schema.server.ts'
import type { DocumentedCode } from '#errors/codes.server.ts'
import { problemAnswers } from './openapi-problems.server.ts'
import { schemaRef, type Answer, type JsonSchema, type Operation, type Paths } from './openapi-types.ts'

// better-auth's endpoints that are open here, as they answer here: its own description knows neither our checks nor that
// tokens are taken out. A test holds them against what is installed.

const text = { type: 'string' }
const oneOf = (...names: string[]) => ({ type: 'string', enum: names })

const ADMIN_ENTRIES: AuthEntry[] = [
  {
    method: 'get',
    path: '/admin/list-users',
    id: 'adminListUsers',
    summary: 'List users by an offset',
    description: 'Slower than `GET /api/v1/users`, which pages by a cursor and searches as people mean it.',
    tag: 'Administration',
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
    answer: schemaRef('AuthUserList'),
    said: 'Users.',
    problems: ['YOU_ARE_NOT_ALLOWED_TO_LIST_USERS'],
  },
  {
    method: 'post',
    path: '/admin/stop-impersonating',
    id: 'adminStopImpersonating',
    summary: 'Stop acting as a user',
    description: 'As `DELETE /api/v1/impersonation`.',
    tag: 'Administration',
    isSignedIn: true,
    body: 'AuthNothing',
    answer: schemaRef('AuthSessionAndUser'),
    said: 'This browser is one’s own again.',
    problems: ['NOT_IMPERSONATING'],
  },
]

/** The paths of `/api/auth` that are open; `schemas` are those of the whole document. */
export const authPaths = (schemas: Record<string, JsonSchema>): Paths => {
  const paths: Paths = {}
  for (const entry of [...SIGN_IN_ENTRIES, ...PASSKEY_ENTRIES, ...ADMIN_ENTRIES]) {
    const path = (paths[`/api/auth${entry.path}`] ??= {})
    path[entry.method] = operationOf(entry, schemas)
  }
  return paths
}

/** The schemas of `/api/auth`; its users are those of `User`, and one thing more. */
export const schemasOfAuth = (user: JsonSchema): Record<string, JsonSchema> => withExamples(authSchemas(user))

function codesOf({ method, isSignedIn, problems = [] }: AuthEntry): DocumentedCode[] {
  return [
    ...(method === 'post' ? (['VALIDATION_ERROR', 'INVALID_ORIGIN', 'DEMO_MODE', 'CONTENT_TOO_LARGE'] as const) : []),
    ...(method === 'post' ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(isSignedIn ? (['VALIDATION_ERROR', 'UNAUTHORIZED'] as const) : []),
    ...problems,
    'TEMPORARILY_UNAVAILABLE',
  ]
}

function operationOf(entry: AuthEntry, schemas: Record<string, JsonSchema>): Operation {
  const { summary, description, tag, isSignedIn, body, parameters, said } = entry
  const problems = problemAnswers(codesOf(entry), { isAuth: true })
  return {
    operationId: entry.id,
    summary,
    description,
    tags: [tag],
    security: isSignedIn ? [{ session: [] }] : [],
    ...(parameters && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        description: schemas[body]?.description ?? '',
        required: body !== 'AuthNothing',
        content: {
          'application/json': { schema: schemaRef(body), example: exampleOf(schemas, schemaRef(body)) },
        },
      },
    }),
    responses: { ...successOf(entry.answer, said), ...problems, ...problemAnswers(['MISDIRECTED_REQUEST']) },
  }
}

function successOf(answer: AuthEntry['answer'], said: string): Record<string, Answer> {
  if (typeof answer.location !== 'string')
    return { 200: { description: said, content: { 'application/json': { schema: answer } } } }
  const header = {
    description: answer.location,
    schema: { type: 'string', format: 'uri-reference' },
    example: '/app',
  }
  const content = { 'application/json': { schema: schemaRef('AuthProblem') } }
  return { 302: { description: said, headers: { Location: header } }, default: { description: 'A problem.', content } }
}
