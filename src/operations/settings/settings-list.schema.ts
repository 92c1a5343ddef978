import * as z from 'zod/mini'
import { librarySettingsSchema } from '#kit/library-settings/library-settings.schema.ts'
import { secondFolderSettingSchema } from '#operations/backup/second-folder/second-folder.schema.ts'
import { mailSettingSchema } from '#operations/mail-server/mail-server.schema.ts'
import { devicesSchema } from '#operations/devices/devices.schema.ts'

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
  /** The value that the concern is about. */
  value: z.string(),
})
/** A setting that is allowed but unwise. */
export type Concern = z.infer<typeof concernSchema>

/** The settings in force: of the variables of the environment, else of the library, else the defaults. */
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
  secondFolder: secondFolderSettingSchema,
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
