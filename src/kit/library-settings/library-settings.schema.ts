import * as z from 'zod/mini'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import { locales } from '#base/i18n/locale.ts'
import { problemKey } from '#base/i18n/issue-message.ts'
import { requiredLine } from '#base/lib/form/line-schema.ts'
import { isTimeZone } from '#base/lib/time-zone.ts'

/** The library's name, which stands in titles, mails and prints: one line of at most 60 characters. */
const libraryNameSchema = /* @__PURE__ */ requiredLine(60, 'name_required')

/** What the library decides itself; null is not decided. */
export const librarySettingsSchema = z.strictObject({
  /** Whether books are lent. */
  lending: z.boolean(),
  /** Days after its return for which a loan knows its borrower; null for ever. */
  loanMemoryDays: z.nullable(z.int().check(z.minimum(0), z.maximum(365))),
  name: z.nullable(libraryNameSchema),
  contactEmail: z.nullable(emailSchema),
  /** Whether people may sign up whom no manager has added. */
  signup: z.nullable(z.boolean()),
  /** Zone of the library's days, of the IANA database. */
  timeZone: z.nullable(z.string().check(z.refine(isTimeZone, { error: problemKey('zone_unknown') }))),
  trashDays: z.nullable(z.int().check(z.minimum(1), z.maximum(3650))),
  securityLogDays: z.nullable(z.int().check(z.minimum(31), z.maximum(3650))),
  /** Whether managers may give sign-in cards, and whether those work. */
  signInCards: z.boolean(),
  /** Whether devices in the house's network may open the library. */
  network: z.boolean(),
  /** The job that reminds borrowers by mail: of what is late since a day, in a language where they have none; null while it is off. */
  reminderMails: z.nullable(z.strictObject({ since: z.iso.date(), language: z.enum(locales) })),
})

export type LibraryDecisions = z.infer<typeof librarySettingsSchema>

/** Some settings of the library: what is not named stays as it is. */
export const librarySettingsChangeSchema = z.partial(librarySettingsSchema)
export type LibrarySettingsChange = z.infer<typeof librarySettingsChangeSchema>

/** The id by which a change is taken back; null where nothing was changed. */
export const changedSettingsSchema = z.strictObject({ undo: z.nullable(z.uuid()) })
