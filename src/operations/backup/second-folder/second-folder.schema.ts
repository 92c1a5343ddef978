import * as z from 'zod/mini'
import { requiredLine } from '#base/lib/form/line-schema.ts'

/** The folder that backups are copied to, as it is written into the form. */
export const secondFolderInputSchema = z.strictObject({
  folder: /* @__PURE__ */ requiredLine(500, 'validation_required'),
})
export type SecondFolderInput = z.infer<typeof secondFolderInputSchema>

/** The drives that are plugged in. */
export const pluggedInSchema = z.object({
  /** Drives that are there and can be written to, with the bytes that are free. */
  drives: z.array(z.object({ folder: z.string(), free: z.number() })),
  /** Whether this computer lends the library drives that the library may not write to by itself. */
  isLent: z.boolean(),
  /** Drives to be lent: `folder` stands for the drive's folder; `size` in bytes; `problem` where a drive is refused. */
  sticks: z.array(
    z.object({
      folder: z.string(),
      name: z.string(),
      size: z.number(),
      problem: z.nullable(z.enum(['clone', 'type'])),
    }),
  ),
})
export type PluggedIn = z.infer<typeof pluggedInSchema>

/** Where backups are copied to. */
export const secondFolderSettingSchema = z.object({
  /** The folder in force; null where none is chosen. */
  folder: z.nullable(z.string()),
  /** Whether the folder is on the disk of the library. */
  isSameDisk: z.boolean(),
  pluggedIn: pluggedInSchema,
})
export type SecondFolderSetting = z.infer<typeof secondFolderSettingSchema>

/** How the backups in the second folder stand. */
export const secondFolderSchema = z.object({
  folder: z.string(),
  /** When the newest backup there was made; null before the first. */
  newestAt: z.nullable(z.date()),
  problem: z.nullable(
    z.enum([
      'absent',
      'other_drive',
      'other_library',
      'read_only',
      'forbidden',
      'no_room',
      'failed',
      'other_stick',
      'busy',
      'clone',
      'link',
      'type',
      'system',
      'helper',
    ]),
  ),
  /** Whether nothing was copied for more than a week. */
  isOld: z.boolean(),
})
export type SecondFolder = z.infer<typeof secondFolderSchema>

/** Whether what is wrong ends by itself: a drive may be away, or in use, for some days. */
export const endsByItself = (problem: SecondFolder['problem']): boolean =>
  problem === 'absent' || problem === 'other_stick' || problem === 'busy'

/** Whether something is wrong that a person has to look after. */
export const needsCare = ({ problem, isOld }: Pick<SecondFolder, 'problem' | 'isOld'>): boolean =>
  isOld || (problem !== null && !endsByItself(problem))
