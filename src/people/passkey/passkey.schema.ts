import * as z from 'zod/mini'
import { nameSchema } from '#base/auth/name.schema.ts'

/** A passkey as its owner sees it, without its key and the id by which devices know it. */
const passkeySchema = z.object({
  id: z.uuid(),
  /** Empty until the user names it. */
  name: z.string(),
  /** The password manager that keeps the passkey, such as `iCloud Keychain`; null where it does not say. */
  keeper: z.nullable(z.string()),
  /** Whether the passkey is kept on several devices. */
  isSynced: z.boolean(),
  createdAt: z.date(),
  lastUsedAt: z.nullable(z.date()),
})
export type Passkey = z.infer<typeof passkeySchema>

export const passkeyListSchema = z.object({
  items: z.array(passkeySchema),
  /** The user has as many passkeys as allowed. */
  isFull: z.boolean(),
})

export const passkeyIdSchema = z.object({ id: z.uuid() })
export const passkeyNameSchema = z.object({ name: nameSchema })
export const passkeyRenameSchema = z.extend(passkeyIdSchema, passkeyNameSchema.shape)
