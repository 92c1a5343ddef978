import { m } from '#base/i18n/paraglide/messages.js'
import type { Concern } from '../settings-list.schema.ts'

const CONCERNS: Record<Concern['code'], (words: { value: string }) => string> = {
  http: m.settings_concern_http,
  outbox: m.settings_concern_outbox,
  contact: m.settings_concern_contact,
  no_admin: m.settings_concern_no_admin,
  no_proxy: m.settings_concern_no_proxy,
  sender: m.settings_concern_sender,
  plain_database: m.settings_concern_plain_database,
  silent_log: m.settings_concern_silent_log,
  replica: m.settings_concern_replica,
}

/** What is unwise about a setting, and what to do; for the page and for `maktaba doctor`. */
export const concernText = ({ code, value }: Concern): string => CONCERNS[code]({ value })
