import * as z from 'zod/mini'

/** How the copies of backups in the second folder stand. */
export const copiesSchema = z.object({
  folder: z.string(),
  /** When the newest copy was made as a backup; null before the first. */
  newestAt: z.nullable(z.date()),
  problem: z.nullable(
    z.enum(['absent', 'other_drive', 'other_library', 'read_only', 'forbidden', 'no_room', 'failed']),
  ),
  /** Whether nothing was copied for more than a week. */
  isOld: z.boolean(),
})
export type Copies = z.infer<typeof copiesSchema>
