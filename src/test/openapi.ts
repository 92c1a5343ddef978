import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { projectRoot } from '#base/lib/project-root.server.ts'

/** The parts of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  pattern?: string
  format?: string
  default?: unknown
  examples?: unknown[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  schema: Schema
}

interface Media {
  schema?: Schema
}

interface Answer {
  $ref?: string
  content?: Record<string, Media>
}

interface PathItem {
  parameters?: Parameter[]
  [method: string]: unknown
}

interface RawOperation {
  operationId?: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { $ref?: string; required?: boolean; content?: Record<string, Media> }
  responses: Record<string, Answer>
}

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: string
  paths: Record<string, PathItem>
}

/** An operation of the document, with the references resolved that a request needs. */
export interface Operation {
  name: string
  method: string
  /** Path template with `{names}`. */
  path: string
  parameters: Parameter[]
  body?: Schema
  isBodyRequired: boolean
  statuses: string[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

/** The committed document; another test keeps it equal to the server's. */
export const committedDocument = (): OpenApi =>
  JSON.parse(readFileSync(join(projectRoot, 'docs', 'openapi.json'), 'utf8')) as OpenApi

/** Resolves a reference within the document; returns anything else unchanged. */
export function resolved<T extends object>(document: OpenApi, part: T): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part
  const target = part.$ref
    .replace(/^#\//, '')
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
  if (typeof target !== 'object' || target === null) throw new Error(`The document lacks ${part.$ref}`)
  return resolved(document, target as T)
}

/** Every operation of the document, in its order. */
export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const raw = item[method] as RawOperation
      const parameters = [...(item.parameters ?? []), ...(raw.parameters ?? [])]
      const body = raw.requestBody && resolved(document, raw.requestBody)
      const schema = body?.content?.['application/json']?.schema
      return {
        name: raw.operationId ?? `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((one) => resolved(document, one as Parameter)),
        ...(schema && { body: schema }),
        isBodyRequired: body?.required ?? false,
        statuses: Object.keys(raw.responses),
      }
    }),
  )
}

/** Validates the body of a response against the document; returns the errors. */
export type BodyCheck = (operation: Operation, status: number, body: unknown) => string[]

/** Compiles the document's schemas into a `BodyCheck`. */
export function bodyCheck(document: OpenApi): BodyCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true })
  addFormats(ajv)
  ajv.addSchema(document, 'document')
  const known = new Map<string, ValidateFunction | undefined>()
  return ({ path, method }, status, body) => {
    const key = `${method} ${path} ${status}`
    if (!known.has(key)) known.set(key, validatorFor(ajv, document, path, method, status))
    const validate = known.get(key)
    if (!validate || validate(body)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`)
  }
}

function validatorFor(
  ajv: Ajv2020,
  document: OpenApi,
  path: string,
  method: string,
  status: number,
): ValidateFunction | undefined {
  const raw = document.paths[path]?.[method.toLowerCase()] as RawOperation | undefined
  const responses = raw?.responses ?? {}
  const name = String(status) in responses ? String(status) : 'default'
  const answer = responses[name]
  if (!answer) return undefined
  const pointer = (...names: string[]) =>
    names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const own = pointer('paths', path, method.toLowerCase(), 'responses', name)
  const base = answer.$ref === undefined ? `#/${own}` : answer.$ref
  if (resolved(document, answer).content?.['application/json']?.schema === undefined) return undefined
  return ajv.compile({ $ref: `document${base}/${pointer('content', 'application/json', 'schema')}` })
}
