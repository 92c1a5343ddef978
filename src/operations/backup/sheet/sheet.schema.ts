import * as z from 'zod/mini'

/** What is on the sheet 'If this computer breaks', but for the eight words. */
export const sheetSchema = z.object({
  /** The library's own name. */
  library: z.nullable(z.string()),
  version: z.string(),
  printedAt: z.date(),
  installation: z.enum(['package', 'library', 'sources', 'container']),
  /** The newest backup, of the second folder where one lies there. */
  last: z.nullable(z.object({ madeAt: z.date(), books: z.number(), borrowers: z.number() })),
  /** Name of the drive or the folder that backups are copied to; null without one. */
  place: z.nullable(z.string()),
  /** Whether the package of this version lies beside the backups in the second folder. */
  hasPackage: z.boolean(),
  /** The address of the page that restores. */
  address: z.string(),
  /** The line that installs Maktaba, for a container and one of many libraries. */
  installCommand: z.optional(z.string()),
  /** The lines that restore a backup with the server stopped. */
  restoreCommands: z.array(z.string()),
  /** The line that lets an admin in where no email is sent. */
  cardCommand: z.string(),
  /** Whether a recovery phrase is set. */
  hasPhrase: z.boolean(),
})
export type Sheet = z.infer<typeof sheetSchema>

export const sheetWordsSchema = z.object({ words: z.array(z.string()) })

/** Characters that a recovery phrase has at least. */
const SHORTEST = 12

/** A recovery phrase; null for none. */
export const phraseSchema = z.strictObject({
  phrase: z.nullable(z.string().check(z.trim(), z.minLength(SHORTEST), z.maxLength(200))),
})
export type PhraseInput = z.infer<typeof phraseSchema>
