import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { keyScopeSchema } from '#base/auth/api-key/key-scope.schema.ts'
import { nameSchema } from '#base/auth/name.schema.ts'

/** Maximum number of keys of a user. */
export const KEY_LIMIT = 20
/** Validity in days that the form offers. */
export const KEY_DAYS = [30, 90, 365] as const
export const DEFAULT_DAYS = 90

/** The input for a key: name, permissions, and days until it expires. */
export const apiKeyInputSchema = z.object({
  name: nameSchema,
  scopes: z.array(keyScopeSchema).check(z.minLength(1, { error: problemKey('scope_required') }), z.maxLength(100)),
  days: z.int().check(z.gte(1), z.lte(365)),
})
export type ApiKeyInput = z.infer<typeof apiKeyInputSchema>

/** A key in its owner's list, without the key itself. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first characters of the key. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.date(),
  lastUsedAt: z.nullable(z.date()),
  expiresAt: z.date(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** A new key: the only response with the key itself. */
export const madeKeySchema = z.extend(apiKeySchema, { key: z.string() })
export type MadeKey = z.infer<typeof madeKeySchema>

export const apiKeyIdSchema = z.object({ id: z.uuid() })
