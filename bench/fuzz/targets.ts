import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isProcedure } from '@orpc/server'
import * as z from 'zod'
import { api } from '#api.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { definitionOf } from '#base/rpc/definition-of.ts'
import { authEndpoints, serverFunctions } from '#test/endpoints.ts'
import { committedDocument, operationsOf, type Operation, type Parameter, type Schema } from '#test/openapi.ts'
import { isRecord } from '../json.ts'

export interface Target extends Operation {
  kind: 'api' | 'auth' | 'function' | 'page' | 'form'
}

/** The forms that pages send without a script; their handlers are in login.server.ts and account.server.ts. */
const FORMS = ['/login', '/login/verify', '/login/demo', '/login/social', '/onboarding']
/** Search parameters and form fields of pages beside those of the API. */
const PAGE_FIELDS = [
  'redirect',
  'email',
  'error',
  'state',
  'newEmail',
  'code',
  'otp',
  'name',
  'provider',
  'letter',
  'id',
]

/**
 * Everything that answers, found in the code: the operations of the OpenAPI document, every endpoint of better-auth, every
 * server function, every page of the tree of routes, and the forms that pages send without a script.
 */
export async function findTargets(): Promise<Target[]> {
  const operations = operationsOf(committedDocument())
  const fields = fieldsOf(operations)
  const known = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  const bag: Schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
  }
  const auth = authEndpoints()
    .filter(({ method, path }) => !known.has(`${method} ${path}`) && method !== '*')
    .map(({ method, path }) => target('auth', method, path, method === 'GET' ? fields : [], bag))
  return [
    ...operations.map((one): Target => ({ ...one, kind: isAuth(one) ? 'auth' : 'api' })),
    ...auth,
    ...(await functionTargets(bag)),
    ...pagePaths().map((path) => target('page', 'GET', path, fields, undefined)),
    ...FORMS.map((path) => target('form', 'POST', path, [], bag)),
  ]
}

const isAuth = ({ path }: Operation): boolean => path.startsWith('/api/auth/')

const target = (
  kind: Target['kind'],
  method: string,
  path: string,
  parameters: Parameter[],
  body: Schema | undefined,
): Target => ({
  kind,
  name: `${method} ${path}`,
  method,
  path,
  parameters,
  ...(body && method !== 'GET' && { body }),
  isBodyRequired: false,
  statuses: [],
})

/** Every query parameter of the API, once, and the fields of pages. */
function fieldsOf(operations: Operation[]): Parameter[] {
  const queries = operations.flatMap(({ parameters }) => parameters.filter((one) => one.in === 'query'))
  const byName = new Map(queries.map(({ name, schema }) => [name, schema]))
  for (const name of PAGE_FIELDS) byName.set(name, name === 'email' ? { type: 'string', format: 'email' } : {})
  return [...byName].map(([name, schema]) => ({ name, in: 'query', schema }))
}

/** The paths of the tree of routes, with `{id}` for their parameters; those of the API are in its document. */
function pagePaths(): string[] {
  const tree = readFileSync(join(projectRoot, 'src', 'routeTree.gen.ts'), 'utf8')
  const paths = [...tree.matchAll(/^ {6}fullPath: '([^']+)'$/gm)].map(([, path = '']) => path)
  return [...new Set(paths.map((path) => path.replaceAll(/\$(\w+)/g, '{$1}').replace(/\$$/, 'nowhere')))]
}

async function functionTargets(bag: Schema): Promise<Target[]> {
  return (await serverFunctions()).map(({ method, path, procedure }) => {
    const data = (procedure !== undefined && inputOf(procedure)) || bag
    const call: Schema = { type: 'object', properties: { data }, required: ['data'] }
    if (method !== 'GET') return target('function', method, path, [], call)
    const parameters = Object.entries(data.properties ?? {}).map(([name, schema]): Parameter => ({
      name,
      in: 'query',
      schema,
    }))
    return target('function', method, path, [{ name: 'payload', in: 'query', schema: call }, ...parameters], undefined)
  })
}

/** The schema of the input of `bookRouter.create`; undefined if it is not found or has none. */
function inputOf(procedure: string): Schema | undefined {
  const [router = '', name = ''] = procedure.split('.')
  const routers = Object.entries<unknown>(api)
  // `bookEditRouter` is a part of `api.book`.
  const own = routers.filter(([key]) => router.startsWith(key))
  for (const [, part] of [...own.toSorted(([a], [b]) => b.length - a.length), ...routers]) {
    const found = isRecord(part) ? part[name] : undefined
    if (!isProcedure(found)) continue
    const { inputSchema } = definitionOf(found)
    if (!isZod(inputSchema)) return undefined
    const schema: Schema = JSON.parse(
      JSON.stringify(z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' })),
    )
    return schema
  }
  return undefined
}

const isZod = (schema: unknown): schema is z.core.$ZodType => isRecord(schema) && '_zod' in schema
