import type { DocumentedCode } from '#base/errors/codes.server.ts'
/** As much of JSON Schema as the document uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  examples?: unknown[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  [keyword: string]: unknown
}

export interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema: JsonSchema
  example?: unknown
}

export interface Header {
  description: string
  schema: JsonSchema
  example?: unknown
}

export interface Example {
  summary: string
  value: unknown
}

interface Media {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, Example>
}

export interface Answer {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, Media>
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: Record<string, string[]>[]
  /** The permission that a call needs: of a session by its role, of a key among its scopes too. */
  'x-permission'?: string
  parameters?: (Parameter | Reference)[]
  requestBody?: { description?: string; required?: boolean; content: Record<string, Media> }
  responses: Record<string, Answer | Reference>
  /** What the route says beside: codes of problems. Not in the document. */
  'x-problems'?: DocumentedCode[]
  /** The media type of the file that the operation answers with. Not in the document. */
  'x-file'?: string
}

export type Paths = Record<string, Record<string, Operation>>

export interface OpenApi {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Paths
  components: {
    securitySchemes: Record<string, Record<string, unknown>>
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    responses: Record<string, Answer>
  }
}

export const SCHEMAS = '#/components/schemas/'
export const schemaRef = (name: string): { $ref: string } => ({ $ref: `${SCHEMAS}${name}` })
