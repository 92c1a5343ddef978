import type { $ZodType } from 'zod/v4/core'
import type { DocumentedCode } from '#base/errors/codes.server.ts'
import type { JsonSchema, Parameter } from './openapi-types.ts'

/** An endpoint of better-auth, as it answers here. */
export interface AuthEntry {
  id: string
  summary: string
  description: string
  /** The endpoint needs a session. */
  isSignedIn?: boolean
  /** The schema that checks its body. */
  body?: $ZodType
  parameters?: Parameter[]
  /** What the endpoint answers: a schema, or the address that it redirects to. */
  answer: $ZodType | { location: string }
  /** What the answer says, where the schema's own words do not. */
  said?: string
  problems?: DocumentedCode[]
}

/** Endpoints by method and path. */
export type AuthEntries = Record<`${'GET' | 'POST'} /${string}`, AuthEntry>

export const text = { type: 'string' }

/** A parameter that may be left out. */
export const query = (name: string, schema: JsonSchema, description: string, example: unknown): Parameter => ({
  name,
  in: 'query',
  description,
  required: false,
  schema,
  example,
})
