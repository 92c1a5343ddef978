import { siteUrl } from '#base/env/site.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { noticeMail } from './notices.server.ts'
import type { ComposedMail } from './send.server.ts'

/** To every manager: the nightly backup failed, and why, in the words of the log. */
export const backupFailedMail = (email: string, reason: string): Promise<ComposedMail> =>
  noticeMail(
    email,
    m.mail_backup_failed_subject(),
    [m.mail_backup_failed_text(), `\u2068${reason}\u2069`, m.mail_backup_failed_next()],
    { label: m.mail_backup_failed_button(), url: `${siteUrl()}/manager/backups` },
  )
