import * as z from 'zod/mini'

/** What the dashboard says of the server: days of `backup_old`, bytes that `disk` has left, else 0. */
export const warningSchema = z.object({
  code: z.enum(['backup_none', 'backup_old', 'backup_future', 'clock', 'disk', 'mail', 'second_folder']),
  value: z.number(),
})
export type Warning = z.infer<typeof warningSchema>
