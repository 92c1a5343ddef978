import { mailVariable, type MailServer } from '#base/env/in-force.server.ts'
import type { MailSetting } from '../mail-server.schema.ts'

/** Where mails go, for managers. */
export function mailSetting(server: MailServer | null): MailSetting {
  const variable = mailVariable() ?? null
  if (!server) return { variable, server: null }
  const { password, ...shown } = server
  return { variable, server: { ...shown, hasPassword: password !== '' } }
}
