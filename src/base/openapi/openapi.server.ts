import { STATUS_CODES } from 'node:http'
import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import type { $ZodType } from 'zod/v4/core'
import { schemaNameOf } from '#base/lib/schema-meta.ts'
import { authPaths, schemasOfAuth } from './openapi-auth.server.ts'
import { INFO, SERVERS, TAGS } from './openapi-info.ts'
import { toOperation } from './openapi-operations.server.ts'
import { headersOf, PARAMETERS, problemSchemas, SECURITY_SCHEMES } from './openapi-components.server.ts'
import { isZod, namedSchemas, routedProcedures, type RoutedProcedure } from './openapi-routes.server.ts'
import { tidyAll, tidy, withExamples, withWrittenFields, zodConverter } from './openapi-schema.server.ts'
import { SCHEMAS, type Answer, type JsonSchema, type OpenApi, type Operation, type Paths } from './openapi-types.ts'
import { definitionOf } from '#base/rpc/definition-of.ts'

const BASE = '/api/v1'

/** The OpenAPI 3.1 document of all that is open: of the procedures that name a path, and of `/api/auth`. */
export async function openApiDocument(router: AnyRouter): Promise<OpenApi> {
  const routes = await routedProcedures(router)
  const outputs = namedSchemas(routes.map(({ output }) => output))
  const generated = await generate(router, outputs)
  const bodies = routes.flatMap((route) => bodyOf(route, operationOf(generated.paths, route)))
  const read = [...outputs].map(([name, schema]): [string, JsonSchema] => [
    name,
    { description: schemaNameOf(schema)?.description ?? '', ...generated.components.schemas[name] },
  ])
  const written = tidyAll(Object.fromEntries([...read, ...bodies]))
  const changed = routes.filter(({ method }) => method === 'PATCH').flatMap((route) => nameOfRead(routes, route) ?? [])
  const own = withExamples({ ...withWrittenFields(written), ...problemSchemas(changed) })
  const schemas = { ...own, ...schemasOfAuth(own.User ?? {}) }
  const paths: Paths = {}
  for (const route of routes) {
    const operation = tidied(operationOf(generated.paths, route))
    const [[body] = []] = bodyOf(route, operation)
    const path = (paths[`${BASE}${route.path}`] ??= {})
    path[route.method.toLowerCase()] = toOperation({
      route,
      operation,
      schemas,
      body,
      theirs: nameOfRead(routes, route),
      isReadable: routes.some(({ method, path: one }) => method === 'GET' && isRowOf(one, route.path)),
    })
  }
  const all = { ...paths, ...authPaths(schemas) }
  const responses = shareAnswers(all)
  return {
    openapi: '3.1.1',
    info: INFO,
    servers: SERVERS,
    tags: tagsOf(paths),
    paths: all,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))),
      parameters: PARAMETERS,
      headers: headersOf(Object.keys(own).filter((name) => own[name]?.properties?.version && schemas[`${name}Input`])),
      responses,
    },
  }
}

/** Whether a path is that of one row of a list: `/books/{id}` of `/books`. */
const isRowOf = (path: string, list: string): boolean => path.startsWith(`${list}/{`) && path.endsWith('}')

/** The name of the schema of what is read at the path of a route, or else answered to a change of it. */
const nameOfRead = (routes: readonly RoutedProcedure[], { path }: RoutedProcedure): string | undefined => {
  const at = (method: string) => routes.find((one) => one.method === method && one.path === path)
  const read = at('GET') ?? at('PATCH')
  return read && isZod(read.output) ? schemaNameOf(read.output)?.name : undefined
}

/** The tags with a description, then further tags that operations have. */
function tagsOf(paths: Paths): OpenApi['tags'] {
  const known = new Set(TAGS.map(({ name }) => name))
  const used = Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags))
  const others = [...new Set(used)].filter((name) => !known.has(name))
  return [...TAGS, ...others.map((name) => ({ name, description: `${name} of the library.` }))]
}

interface Generated {
  paths: Paths
  components: { schemas: Record<string, JsonSchema> }
}

async function generate(router: AnyRouter, outputs: ReadonlyMap<string, $ZodType>): Promise<Generated> {
  const commonSchemas = Object.fromEntries(
    [...outputs].map(([name, schema]) => [name, { schema, strategy: 'output' as const }]),
  )
  const document = await new OpenAPIGenerator({ schemaConverters: [zodConverter] }).generate(router, {
    filter: ({ contract }) => definitionOf(contract).route.path !== undefined,
    commonSchemas,
  })
  return JSON.parse(JSON.stringify(document))
}

function operationOf(paths: Paths, { method, path }: RoutedProcedure): Operation {
  const operation = paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`The generator has left ${method} ${path} out`)
  return operation
}

/** The schema of a body with its name; a DELETE has none, nor has a file. */
function bodyOf(
  { method, path, input, fileLimit }: RoutedProcedure,
  { requestBody }: Operation,
): [string, JsonSchema][] {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema || method === 'DELETE' || fileLimit !== undefined) return []
  const named = isZod(input) ? schemaNameOf(input) : undefined
  if (!named) throw new Error(`The input of ${method} ${path} has no name`)
  return [[named.name, { description: named.description, ...schema }]]
}

const tidyMedia = (content: NonNullable<Answer['content']>): NonNullable<Answer['content']> =>
  Object.fromEntries(Object.entries(content).map(([type, media]) => [type, { schema: tidy(media.schema) }]))

function tidied(operation: Operation): Operation {
  const responses = Object.entries(operation.responses).map(([status, answer]) => [
    status,
    'content' in answer && answer.content ? { ...answer, content: tidyMedia(answer.content) } : answer,
  ])
  return {
    ...operation,
    parameters: (operation.parameters ?? []).map((one) =>
      'schema' in one ? { ...one, schema: tidy(one.schema) } : one,
    ),
    ...(operation.requestBody && { requestBody: { content: tidyMedia(operation.requestBody.content) } }),
    responses: Object.fromEntries(responses),
  }
}

/** `BadRequest` for 400, and so on. */
const nameOfStatus = (status: string): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '')

/** Answers that several operations give alike stand once among the components; the most frequent of a status has its name. */
function shareAnswers(paths: Paths): Record<string, Answer> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const alike = Map.groupBy(
    operations.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, answer]) =>
        'description' in answer && Number(status) >= 400 ? [{ responses, status, answer }] : [],
      ),
    ),
    ({ status, answer }) => `${status} ${JSON.stringify(answer)}`,
  )
  const shared: Record<string, Answer> = {}
  for (const uses of [...alike.values()].toSorted((one, other) => other.length - one.length)) {
    const [first] = uses
    if (!first || uses.length < 2) continue
    const isAuth = first.answer.content?.['application/json']?.schema.$ref === `${SCHEMAS}AuthProblem`
    const base = `${isAuth ? 'Auth' : ''}${nameOfStatus(first.status)}`
    const before = Object.keys(shared).filter((name) => name.replace(/\d+$/, '') === base).length
    const name = `${base}${before === 0 ? '' : before + 1}`
    shared[name] = first.answer
    for (const { responses, status } of uses) responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return shared
}
