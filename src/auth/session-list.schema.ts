import * as z from 'zod/mini'

/** A sign-in of somebody, as lists show it. The token stays on the server; `label` is a short fingerprint of it. */
export const listedSessionSchema = z.object({
  id: z.uuid(),
  label: z.string(),
  /** Null where the browser or the system is not known. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  createdAt: z.date(),
  updatedAt: z.date(),
  expiresAt: z.date(),
  /** It is the one that asks. */
  isCurrent: z.boolean(),
  /** A manager looks through this person's eyes. */
  isImpersonated: z.boolean(),
})
export type ListedSession = z.infer<typeof listedSessionSchema>
