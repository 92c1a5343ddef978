import * as z from 'zod/mini'

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

/** What the library decides itself. */
export const librarySettingsSchema = z.strictObject({
  /** Whether books are lent. */
  lending: z.boolean(),
  /** Days after its return for which a loan knows its borrower; null for ever. */
  loanMemoryDays: z.nullable(z.int().check(z.minimum(0), z.maximum(365))),
})
export type LibrarySettingsInput = z.infer<typeof librarySettingsSchema>

export const settingListSchema = z.object({
  library: librarySettingsSchema,
  groups: z.array(groupSchema),
  concerns: z.array(concernSchema),
})
