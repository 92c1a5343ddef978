import * as z from 'zod/mini'
import { lastUpdateSchema } from '#base/lib/package-update.schema.ts'

/** The newest version, as UPDATE_URL has announced it. */
const announcedSchema = z.object({
  version: z.string(),
  isNewer: z.boolean(),
  /** Whether the server can fetch the Debian package of this version. */
  hasPackage: z.boolean(),
})
export type Announced = z.output<typeof announcedSchema>

/** What was asked of the address, and what it said. */
export const announcementAnswerSchema = z.object({
  announced: z.nullable(announcedSchema),
  /** Why the newest version is not known, in the words of the server. */
  problem: z.nullable(z.string()),
})

/** A package that was sent and can be installed. */
export const sentPackageSchema = z.object({ version: z.string(), size: z.int() })

/** The version that runs, and how it is updated. */
export const updateStatusSchema = z.object({
  version: z.string(),
  /** Whether a package can be installed from the page; otherwise the operator updates it, as is written in the handbook. */
  isPackage: z.boolean(),
  /** Whether UPDATE_URL is set. */
  isAnnounced: z.boolean(),
  sent: z.nullable(sentPackageSchema),
  /** An update that was asked for and has not begun, and for how many seconds; null when none waits. */
  waiting: z.nullable(z.int()),
  /** How the last update went. */
  last: z.nullable(lastUpdateSchema),
})
export type UpdateStatus = z.output<typeof updateStatusSchema>
