import { siteUrl } from '#base/env/site.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { mistakeSentence } from '#base/i18n/ban-words.ts'
import { formatDateTime, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { secondFolderName } from '#base/lib/drive/chosen-drive.ts'
import { roleWord } from '#base/i18n/role-word.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { noticeMail } from './notices.server.ts'
import type { ComposedMail } from './send.server.ts'

// Notices to users about what a manager has done to their account, in the language of the request.

const wrong = (): string => mistakeSentence(inForce().contactEmail)

interface Ban {
  reason: string | null
  until: Date | null
}

/** To a banned user: the reason and the end, if given. */
export function bannedMail(email: string, { reason, until }: Ban): Promise<ComposedMail> {
  // That of the manager, since the recipient's is not known; they share a library, mostly also a zone.
  const { timeZone } = requestContext()
  return noticeMail(email, m.mail_banned_subject(), [
    until ? m.mail_banned_until({ until: `${formatDateTime(until, timeZone)} (${timeZone})` }) : m.mail_banned_text(),
    ...(reason ? [m.mail_banned_reason({ reason: isolated(reason) })] : []),
    wrong(),
  ])
}

/** To a user whose ban was lifted. */
export const unbannedMail = (email: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_unbanned_subject(), [m.mail_unbanned_text()])

/** To a user whose role has changed. */
export const roleChangedMail = (email: string, role: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_role_subject(), [m.mail_role_text({ role: roleWord(role) }), wrong()])

/** An address stands without marks around it, which would be copied with it. */
const nameOf = ({ name, email }: Pick<Admin, 'name' | 'email'>): string =>
  name === '' ? addressOf({ email }) : isolated(name)

const addressOf = ({ email }: Pick<Admin, 'email'>): string => email ?? m.user_no_address()

interface Admin {
  id: string
  name: string
  email: string | null
}

/** To an admin: somebody has become one, by another user or by the settings of the server. */
export function newAdminMail(
  to: string,
  admin: Admin,
  by: Pick<Admin, 'name' | 'email'> | undefined,
): Promise<ComposedMail> {
  const email = addressOf(admin)
  const name = nameOf(admin)
  const text = by ? m.mail_new_admin_text({ name, email, by: nameOf(by) }) : m.mail_new_admin_operator({ name, email })
  return noticeMail(to, m.mail_new_admin_subject(), [text, m.mail_new_admin_check()], {
    label: m.mail_new_admin_button(),
    url: `${siteUrl()}/manager/users/${admin.id}`,
  })
}

/** To an admin: another has removed lost passkeys, by nothing but a code by mail. */
export function lostPasskeyMail(to: string, admin: Admin): Promise<ComposedMail> {
  const email = addressOf(admin)
  const name = nameOf(admin)
  const text = m.mail_passkey_lost_text({ name, email })
  return noticeMail(to, m.mail_passkey_lost_subject(), [text, m.mail_new_admin_check()], {
    label: m.mail_new_admin_button(),
    url: `${siteUrl()}/manager/users/${admin.id}`,
  })
}

/** To an admin: another says that a sign-in to their account was not theirs. */
export function disputedSignInMail(to: string, admin: Admin): Promise<ComposedMail> {
  const email = addressOf(admin)
  const name = nameOf(admin)
  return noticeMail(to, m.mail_disowned_subject(), [m.mail_disowned_text({ name, email })], {
    label: m.mail_new_admin_button(),
    url: `${siteUrl()}/manager/users/${admin.id}`,
  })
}

/** To an admin: the library came back from a backup on another computer, where somebody is signed in as that admin. */
export function restoredLibraryMail(to: string, admin: Admin, madeAt: Date | null): Promise<ComposedMail> {
  const { timeZone } = requestContext()
  const made = madeAt === null ? '' : formatDateTime(madeAt, timeZone)
  const text = m.mail_library_restored_text({ made, name: nameOf(admin), email: addressOf(admin) })
  return noticeMail(to, m.mail_library_restored_subject(), [text, m.mail_library_restored_check()], {
    label: m.mail_new_admin_button(),
    url: `${siteUrl()}/manager/users/${admin.id}`,
  })
}

/** What cannot be taken back, or who lost access: a sentence in the language of the recipient. */
export type Loss = (by: string) => string

const named = ({ name, email }: Pick<Admin, 'name' | 'email'>): string =>
  isolated(name === '' ? addressOf({ email }) : name)

/** What was deleted for good, for a mail to all admins. */
export const losses = {
  backup:
    (file: string): Loss =>
    (by) =>
      m.mail_loss_backup({ by, file: isolated(file) }),
  books:
    (count: number): Loss =>
    (by) =>
      m.mail_loss_for_good({ by, what: m.activity_books({ count, shown: formatNumber(count) }) }),
  booksBegun:
    (count: number): Loss =>
    (by) =>
      m.mail_loss_begun({ by, what: m.activity_books({ count, shown: formatNumber(count) }) }),
  users:
    (count: number): Loss =>
    (by) =>
      m.mail_loss_for_good({ by, what: m.activity_users({ count, shown: formatNumber(count) }) }),
  copies:
    (count: number): Loss =>
    (by) =>
      m.mail_loss_for_good({ by, what: m.copy_count({ count, shown: formatNumber(count) }) }),
  borrowers:
    (count: number): Loss =>
    (by) =>
      m.mail_loss_erased({ by, count, shown: formatNumber(count) }),
  /** `place` is empty where no mail server is set any more. */
  mailServer:
    (place: string): Loss =>
    (by) =>
      place === '' ? m.mail_loss_mail_none({ by }) : m.mail_loss_mail({ by, place: isolated(place) }),
  /** `folder` is null where no folder is chosen any more. */
  secondFolder:
    (folder: string | null): Loss =>
    (by) =>
      folder === null
        ? m.mail_loss_second_folder_none({ by })
        : m.mail_loss_second_folder({ by, place: isolated(secondFolderName(folder)) }),
  /** `isSet` tells whether a phrase was set or removed. */
  phrase:
    (isSet: boolean): Loss =>
    (by) =>
      isSet ? m.mail_loss_phrase({ by }) : m.mail_loss_no_phrase({ by }),
  loanMemory: (): Loss => (by) => m.mail_loss_loan_memory({ by }),
  shorter: (): Loss => (by) => m.mail_loss_shorter({ by }),
  bannedAdmin:
    (admin: Admin): Loss =>
    (by) =>
      m.mail_loss_banned({ by, name: named(admin) }),
  deletedAdmin:
    (admin: Admin): Loss =>
    (by) =>
      m.mail_loss_deleted({ by, name: named(admin) }),
  demotedAdmin:
    (admin: Admin): Loss =>
    (by) =>
      m.mail_loss_demoted({ by, name: named(admin) }),
}

/** To every admin: what one of them has destroyed, and what to do if it was somebody else. */
export function lossMail(to: string, by: Admin, loss: Loss): Promise<ComposedMail> {
  const name = named(by)
  return noticeMail(to, m.mail_loss_subject(), [loss(name), m.mail_loss_check({ by: name }), m.mail_loss_limit()], {
    label: m.mail_new_admin_button(),
    url: `${siteUrl()}/manager/users/${by.id}`,
  })
}

/** To a deleted user: whether what is known of them is deleted already, or when it will be. */
export function removedMail(email: string, forGood: boolean): Promise<ComposedMail> {
  const { trashDays: count } = inForce()
  const days = m.trash_days({ count, shown: formatNumber(count) })
  const text = forGood ? m.mail_removed_text() : m.mail_trashed_text({ days })
  return noticeMail(email, m.mail_removed_subject(), [text, wrong()])
}

/** To a user who was restored from the trash. */
export const restoredMail = (email: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_restored_subject(), [m.mail_restored_text()])
