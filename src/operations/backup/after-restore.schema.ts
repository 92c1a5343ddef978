import * as z from 'zod/mini'

/** What depended on the computer that the library came from. */
export const afterRestoreSchema = z.enum(['mail', 'passkey', 'second_folder', 'sheet'])
export type AfterRestore = z.infer<typeof afterRestoreSchema>
