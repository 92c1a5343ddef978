import * as z from 'zod/mini'
import { problemKey } from '#i18n/issue-message.ts'
import { keyScopeSchema } from '#auth/api-key/key-scope.schema.ts'
import { nameSchema } from '#auth/name.schema.ts'

/** Keys that a person may have at a time. */
export const KEY_LIMIT = 20
/** Days until a key expires, as the form offers them. */
export const KEY_DAYS = [30, 90, 365] as const
export const DEFAULT_DAYS = 90

/** A key as it is asked for: its name, what it may do, and the days until it expires. */
export const apiKeyInputSchema = z.object({
  name: nameSchema,
  scopes: z.array(keyScopeSchema).check(z.minLength(1, { error: problemKey('scope_required') }), z.maxLength(100)),
  days: z.int().check(z.gte(1), z.lte(365)),
})
export type ApiKeyInput = z.infer<typeof apiKeyInputSchema>

/** A key as its owner sees it in the list: not the key itself. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** How it begins. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.date(),
  lastUsedAt: z.nullable(z.date()),
  expiresAt: z.date(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** The one answer that holds the key. */
export const madeKeySchema = z.extend(apiKeySchema, { key: z.string() })
export type MadeKey = z.infer<typeof madeKeySchema>

export const apiKeyIdSchema = z.object({ id: z.uuid() })
