import * as z from 'zod/mini'
import { emailSchema } from '#auth/credentials.schema.ts'
import { problemKey } from '#i18n/issue-message.ts'
import { requiredLine } from '#lib/form/line-schema.ts'
import { copySettingSchema } from './copies/copies.schema.ts'
import { mailSettingSchema } from './mail/mail-server.schema.ts'
import { isTimeZone } from '#lib/time-zone.ts'
import { devicesSchema } from './devices.schema.ts'

const settingSchema = z.object({
  /** Name of the variable. */
  name: z.string(),
  /** `secret`: set, and never shown. `hidden`: not shown in the demo. */
  state: z.enum(['shown', 'unset', 'secret', 'hidden']),
  /** Null unless the state is `shown`. */
  value: z.nullable(z.string()),
  source: z.enum(['environment', 'file', 'default']),
})
export type Setting = z.infer<typeof settingSchema>

const groupSchema = z.object({
  name: z.enum(['server', 'data', 'sign-in', 'look', 'lookup', 'watch']),
  settings: z.array(settingSchema),
})
export type SettingGroup = z.infer<typeof groupSchema>

const concernSchema = z.object({
  code: z.enum([
    'http',
    'outbox',
    'contact',
    'no_admin',
    'no_proxy',
    'sender',
    'plain_database',
    'silent_log',
    'replica',
  ]),
  /** The value that it is about. */
  value: z.string(),
})
/** A setting that is allowed but unwise. */
export type Concern = z.infer<typeof concernSchema>

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
})

/** Some of it: what is not named stays as it is. */
export const librarySettingsChangeSchema = z.partial(librarySettingsSchema)
export type LibrarySettingsChange = z.infer<typeof librarySettingsChangeSchema>

/** The id by which a change is taken back; null where nothing was changed. */
export const changedSettingsSchema = z.strictObject({ undo: z.nullable(z.uuid()) })

/** What of it holds, beside the variables of the environment and the defaults. */
const inForceSchema = z.object({
  name: z.nullable(z.string()),
  contactEmail: z.string(),
  signup: z.boolean(),
  timeZone: z.string(),
  trashDays: z.int(),
  securityLogDays: z.int(),
})

export const settingListSchema = z.object({
  library: librarySettingsSchema,
  mail: mailSettingSchema,
  copies: copySettingSchema,
  inForce: inForceSchema,
  /** The time zones that the server knows. */
  zones: z.array(z.string()),
  /** The variable of the environment that decides a setting. */
  variables: z.record(z.string(), z.string()),
  groups: z.array(groupSchema),
  concerns: z.array(concernSchema),
  devices: devicesSchema,
})
export type SettingList = z.infer<typeof settingListSchema>
