import * as z from 'zod/mini'
import { requiredLine } from '#lib/form/line-schema.ts'

/** The folder that backups are copied to, as it is written into the form. */
export const copyFolderSchema = z.strictObject({
  folder: /* @__PURE__ */ requiredLine(500, 'validation_required'),
})
export type CopyFolderInput = z.infer<typeof copyFolderSchema>

/** Where backups are copied to. */
export const copySettingSchema = z.object({
  /** The one in force; null without one. */
  folder: z.nullable(z.string()),
  /** Whether it is on the disk of the library. */
  isSameDisk: z.boolean(),
  /** Drives that are there and can be written to, with the bytes that are free. */
  drives: z.array(z.object({ folder: z.string(), free: z.number() })),
})
export type CopySetting = z.infer<typeof copySettingSchema>
