import type { $ZodType } from 'zod/v4/core'
import { nothingSchema } from '#base/auth/better-auth/auth-body.schema.ts'
import type { DocumentedCode } from '#base/errors/codes.server.ts'
import { schemaNameOf } from '#base/lib/schema-meta.ts'
import type { AuthEntry } from './openapi-auth-entry.ts'
import { OWN_ENTRIES } from './openapi-auth-own.ts'
import { SIGN_IN_ENTRIES } from './openapi-auth-sign-in.ts'
import { problemAnswers } from './openapi-problems.server.ts'
import { isZod, namedSchemas } from './openapi-routes.server.ts'
import { exampleOf, tidy, withExamples, zodConverter } from './openapi-schema.server.ts'
import { SCHEMAS, schemaRef, type Answer, type JsonSchema, type Operation, type Paths } from './openapi-types.ts'

// better-auth's endpoints that are open here, as they answer here: its own description knows neither our checks nor that
// tokens are taken out. A test holds them against what is installed.

const ENTRIES = Object.entries({ ...SIGN_IN_ENTRIES, ...OWN_ENTRIES })

/** The schemas of bodies, described as what is sent, and of answers. */
const BODIES = namedSchemas(ENTRIES.map(([, { body }]) => body))
const ANSWERS = namedSchemas(ENTRIES.map(([, { answer }]) => answer))

const COMPONENTS = [...ANSWERS].map(([name, schema]) => {
  const allowedStrategies: readonly ['output'] = ['output']
  return { schema, ref: schemaRef(name).$ref, allowedStrategies, required: true }
})

function describe(schema: $ZodType, strategy: 'input' | 'output', minStructureDepthForRef: number): JsonSchema {
  const [, json] = zodConverter.convert(schema, { strategy, components: COMPONENTS, minStructureDepthForRef })
  return tidy(JSON.parse(JSON.stringify(json)))
}

/** A user without what better-auth does not know, and with an image that is always null. */
function authUser({ properties: all = {}, required = [], ...whole }: JsonSchema): JsonSchema {
  const { invitedAt: _invitedAt, version: _version, ...properties } = all
  return {
    ...whole,
    description: 'A user, as `/api/auth` answers it.',
    properties: { ...properties, image: { type: 'null', description: 'Not kept: always null.', examples: [null] } },
    required: required.filter((name) => name in properties),
  }
}

/** The schemas of `/api/auth`; its users are those of `User`, and one thing more. */
export function schemasOfAuth(user: JsonSchema): Record<string, JsonSchema> {
  const all = [
    ...[...BODIES].map(([name, schema]) => ({ name, schema, strategy: 'input' as const })),
    ...[...ANSWERS].map(([name, schema]) => ({ name, schema, strategy: 'output' as const })),
  ].map(({ name, schema, strategy }) => [
    name,
    { description: schemaNameOf(schema)?.description ?? '', ...describe(schema, strategy, 1) },
  ])
  return withExamples(withDescribedParts({ ...Object.fromEntries(all), AuthUser: authUser(user) }))
}

/** A field that is another schema says what that one says of itself. */
function withDescribedParts(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const said = ({ $ref = '' }: JsonSchema) => schemas[$ref.slice(SCHEMAS.length)]?.description
  for (const { properties = {} } of Object.values(schemas))
    for (const part of Object.values(properties)) if (part.$ref !== undefined) part.description = said(part) ?? ''
  return schemas
}

/** The paths of `/api/auth` that are open; `schemas` are those of the whole document. */
export const authPaths = (schemas: Record<string, JsonSchema>): Paths => {
  const paths: Paths = {}
  for (const [key, entry] of ENTRIES) {
    const [method = '', place = ''] = key.split(' ')
    const path = (paths[`/api/auth${place}`] ??= {})
    path[method.toLowerCase()] = operationOf(method, place, entry, schemas)
  }
  return paths
}

function codesOf(method: string, { isSignedIn, problems = [] }: AuthEntry): DocumentedCode[] {
  return [
    ...(method === 'POST' ? (['VALIDATION_ERROR', 'INVALID_ORIGIN', 'DEMO_MODE', 'CONTENT_TOO_LARGE'] as const) : []),
    ...(method === 'POST' ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(isSignedIn ? (['VALIDATION_ERROR', 'UNAUTHORIZED'] as const) : []),
    ...problems,
    'TEMPORARILY_UNAVAILABLE',
  ]
}

function operationOf(method: string, path: string, entry: AuthEntry, schemas: Record<string, JsonSchema>): Operation {
  const { summary, description, isSignedIn, body, parameters } = entry
  return {
    operationId: entry.id,
    summary,
    description,
    tags: [path.startsWith('/admin/') ? 'Administration' : 'Sign-in'],
    security: isSignedIn ? [{ session: [] }] : [],
    ...(parameters && { parameters }),
    ...(body && { requestBody: bodyOf(body, schemas) }),
    responses: {
      ...successOf(entry),
      ...problemAnswers(codesOf(method, entry), { isAuth: true }),
      ...problemAnswers(['MISDIRECTED_REQUEST']),
    },
  }
}

function bodyOf(schema: $ZodType, schemas: Record<string, JsonSchema>): NonNullable<Operation['requestBody']> {
  const { name = '', description = '' } = schemaNameOf(schema) ?? {}
  const content = { 'application/json': { schema: schemaRef(name), example: exampleOf(schemas, schemaRef(name)) } }
  return { description, required: schema !== nothingSchema, content }
}

function successOf({ answer, said }: AuthEntry): Record<string, Answer> {
  if (isZod(answer)) {
    const description = said ?? schemaNameOf(answer)?.description ?? ''
    return { 200: { description, content: { 'application/json': { schema: describe(answer, 'output', 0) } } } }
  }
  const header = { description: answer.location, schema: { type: 'string', format: 'uri-reference' }, example: '/app' }
  const content = { 'application/json': { schema: schemaRef('AuthProblem') } }
  return {
    302: { description: said ?? '', headers: { Location: header } },
    default: { description: 'A problem.', content },
  }
}
