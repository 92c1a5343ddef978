import { isKeyScope } from '#base/auth/api-key/key-scope.schema.ts'
import { can, hasAnyPermission, isOfLending, type Permission } from '#base/auth/permissions.ts'
import { formatBytes } from '#base/i18n/format.ts'
import { exampleOf } from './openapi-schema.server.ts'
import type { DocumentedCode } from '#base/errors/codes.server.ts'
import { problemAnswers } from './openapi-problems.server.ts'
import type { RoutedProcedure } from './openapi-routes.server.ts'
import { SCHEMAS, type JsonSchema, type Operation, type Parameter, type Reference } from './openapi-types.ts'

const PLAIN = new Set(['self', 'own', 'by-subject', 'onboarding', 'anyone'])
const isPermission = (access: RoutedProcedure['access']): access is Permission =>
  access !== undefined && !PLAIN.has(access)

const isForKeys = ({ access = 'anyone' }: RoutedProcedure): boolean =>
  access === 'self' || access === 'by-subject' || isKeyScope(access)

/** Whether the response to a POST is stored under its `Idempotency-Key`: not one with cookies. */
const isReplayable = ({ method, path }: RoutedProcedure): boolean =>
  method === 'POST' && !path.endsWith('/impersonation')

const parameter = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` })
const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` })

/** What is said of who may call. */
function accessSentence(route: RoutedProcedure): string {
  if (isPermission(route.access)) return `Needs the permission \`${route.access}\`.`
  if (route.access === 'onboarding') return 'Needs a session.'
  if (route.access === 'by-subject') return 'Needs the permission for what is done, and a key its scope.'
  return 'Needs a session, or a key of any scope.'
}

/** Codes that an operation may answer with by its method, path and access. */
function codesOf(route: RoutedProcedure): DocumentedCode[] {
  const { method, path, access } = route
  const codes: DocumentedCode[] = ['VALIDATION_ERROR', 'UNAUTHORIZED', 'MISDIRECTED_REQUEST']
  if (isForKeys(route)) codes.push('API_KEY_INVALID', 'API_KEY_EXPIRED')
  if (access !== 'onboarding') codes.push('NOT_ONBOARDED')
  if (isPermission(access)) codes.push(isKnownToReaders(access) ? 'ACTION_NOT_ALLOWED' : 'RESOURCE_NOT_ALLOWED')
  if (isPermission(access) && !can('user', access)) codes.push('PASSKEY_REQUIRED')
  if (isPermission(access) && isForKeys(route)) codes.push('SCOPE_MISSING')
  if (!isForKeys(route)) codes.push('FORBIDDEN')
  if (method !== 'GET') codes.push('INVALID_ORIGIN', 'DEMO_MODE', 'CONTENT_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  // Procedures of lending answer NOT_FOUND while the library does not lend.
  if (path.includes('{') || isOfLending(access ?? '')) codes.push('NOT_FOUND')
  if (isReplayable(route)) codes.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE')
  if (method !== 'GET') codes.push('NOT_KNOWN_IF_SAVED')
  return [...codes, 'TOO_MANY_REQUESTS', 'TEMPORARILY_UNAVAILABLE']
}

/** A parameter with description and example at itself, where people read them, not in its schema. */
function toParameter(place: Parameter['in'], name: string, given: JsonSchema, isNeeded: boolean): Parameter {
  const { description = '', examples = [], ...schema } = given
  return { name, in: place, description, required: isNeeded, schema, example: examples[0] }
}

const FILE: JsonSchema = { type: 'string', format: 'binary' }
const fileBody = (limit: number) => ({
  description: `The file itself, at most ${formatBytes(limit)}; no form.`,
  required: true,
  content: { 'application/octet-stream': { schema: FILE } },
})
const FILENAME: Parameter = {
  name: 'X-Filename',
  in: 'header',
  description: 'Name of the file, percent-encoded as UTF-8.',
  required: false,
  schema: { type: 'string', maxLength: 200 },
  example: 'donation-2026.csv',
}

/** What a DELETE, or a request with a file, is told beside its path stands in the query. */
const inQuery = ({ requestBody }: Operation): Parameter[] =>
  Object.entries(requestBody?.content['application/json']?.schema.properties ?? {}).map(([name, schema]) =>
    toParameter('query', name, schema, false),
  )

const isKnownToReaders = (permission: Permission): boolean => hasAnyPermission('user', permission.split(':')[0] ?? '')

interface Material {
  route: RoutedProcedure
  /** The operation as the generator made it, its schemas tidied. */
  operation: Operation
  /** Every schema with a name. */
  schemas: Record<string, JsonSchema>
  /** The name of the schema of the request's body, if there is one. */
  body: string | undefined
  /** The name of the schema of the row that a GET of the same path answers. */
  theirs: string | undefined
  /** Whether the row that the operation adds has an address of its own. */
  isReadable: boolean
}

/** An operation of the document: everything but what its schema and its route say is the same for all of them. */
export function toOperation({ route, operation, schemas, body, theirs, isReadable }: Material): Operation {
  const { 'x-problems': own = [], 'x-file': file, operationId, summary, description = '', tags } = operation
  const { method, status } = route
  const answer = operation.responses[String(status)]
  const json = answer && 'content' in answer && status !== 204 ? answer.content : undefined
  const content = file === undefined ? json : { [file]: { schema: FILE } }
  const output = content?.['application/json']?.schema
  const name = output?.$ref?.slice(SCHEMAS.length) ?? ''
  const isVersioned = schemas[name]?.properties?.version !== undefined
  const saved = theirs !== undefined && schemas[theirs] ? exampleOf(schemas, schemas[theirs]) : undefined
  const parameters = [
    ...(operation.parameters ?? []).map((one) =>
      'name' in one ? toParameter(one.in, one.name, one.schema, one.required ?? false) : one,
    ),
    ...(method === 'DELETE' || route.fileLimit !== undefined ? inQuery(operation) : []),
    ...(route.isUpload ? [FILENAME] : []),
    ...(own.includes('PRECONDITION_FAILED') ? [parameter('IfMatch')] : []),
    ...(isVersioned && method === 'GET' ? [parameter('IfNoneMatch')] : []),
    ...(isReplayable(route) ? [parameter('IdempotencyKey')] : []),
  ]
  const limits = isForKeys(route) && { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') }
  const headers = {
    ...(isVersioned && { ETag: header('ETag') }),
    ...(status === 201 && isReadable && { Location: header('Location') }),
    ...(isReplayable(route) && { 'Idempotency-Replayed': header('IdempotencyReplayed') }),
    ...limits,
  }
  return {
    operationId,
    summary,
    description: `${description}\n\n${accessSentence(route)}`,
    tags,
    security: [{ session: [] }, ...(isForKeys(route) ? [{ key: [] }] : [])],
    ...(isPermission(route.access) && { 'x-permission': route.access }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: bodyOf(body, schemas) }),
    ...(route.fileLimit !== undefined && { requestBody: fileBody(route.fileLimit) }),
    responses: {
      [status]: {
        description: answer && 'description' in answer ? answer.description : '',
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(content && { content }),
      },
      ...(isVersioned &&
        method === 'GET' && {
          304: {
            description: `The ${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()} is still the same.`,
            headers,
          },
        }),
      ...problemAnswers([...codesOf(route), ...own], { theirs: saved }),
    },
  }
}

function bodyOf(name: string, schemas: Record<string, JsonSchema>): NonNullable<Operation['requestBody']> {
  const schema = schemas[name] ?? {}
  return {
    description: schema.description ?? '',
    required: (schema.required?.length ?? 0) > 0,
    content: {
      'application/json': { schema: { $ref: `${SCHEMAS}${name}` }, example: exampleOf(schemas, schema) },
    },
  }
}
