import { formatDateTime, formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { secondFolderName } from '#base/lib/drive/chosen-drive.ts'
import { roleWord } from '#base/i18n/role-word.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { reasonWord, signInMethodWord } from './security-words.ts'
import type { SecurityEvent } from './security.schema.ts'

type Details = SecurityEvent['details']

const SENTENCES: Record<SecurityEvent['kind'], (details: Details, timeZone: string) => string> = {
  signed_in: (details) => m.sign_ins_done({ way: signInMethodWord(details) }),
  sign_in_failed: (details) => m.sign_ins_failed({ reason: reasonWord(details) }),
  sign_in_refused: (details) => m.sign_ins_refused({ reason: reasonWord(details) }),
  code_asked: () => m.security_code_asked(),
  code_shown: () => m.security_code_shown(),
  confirmed: () => m.security_confirmed(),
  confirm_failed: (details) => m.security_confirm_failed({ reason: reasonWord(details) }),
  signed_out: () => m.security_signed_out(),
  session_ended: () => m.security_session_ended(),
  sessions_ended: ({ which }) =>
    which === 'others' ? m.security_sessions_ended_others() : m.security_sessions_ended(),
  sign_in_disowned: () => m.security_disowned(),
  passkey_added: () => m.security_passkey_added(),
  passkey_removed: ({ lost }) =>
    typeof lost === 'number' ? m.security_passkey_lost({ count: formatNumber(lost) }) : m.security_passkey_removed(),
  key_made: ({ key }) => m.security_key_made({ key: String(key) }),
  key_used: ({ key }) => m.security_key_used({ key: String(key) }),
  key_revoked: ({ key }) => m.security_key_revoked({ key: String(key) }),
  card_given: ({ days }) =>
    m.security_card_given({ days: m.trash_days({ count: Number(days), shown: formatNumber(Number(days)) }) }),
  card_used: () => m.security_card_used(),
  card_refused: (details) => m.security_card_refused({ reason: reasonWord(details) }),
  card_revoked: () => m.security_card_revoked(),
  impersonation_begun: ({ reason }) =>
    m.security_impersonation_begun({ reason: String(reason || m.security_no_reason()) }),
  impersonation_ended: () => m.security_impersonation_ended(),
  exported: ({ format, what }) =>
    what === 'report' ? m.security_exported_report() : exportedWord(what)({ format: String(format).toUpperCase() }),
  backup_made: ({ books }) => m.security_backup_made({ count: formatNumber(Number(books)) }),
  backup_failed: ({ reason }) => m.security_backup_failed({ reason: String(reason) }),
  backup_fetched: ({ file }) => m.security_backup_fetched({ file: String(file) }),
  backup_deleted: ({ file }) => m.security_backup_deleted({ file: String(file) }),
  deleted_for_good: ({ what, count }) => m.security_deleted_for_good({ what: deletedWord(what, Number(count)) }),
  restored: ({ made }, timeZone) => m.security_restored({ made: formatDateTime(new Date(String(made)), timeZone) }),
  recovery: ({ what }) => recoveryWord(what),
  update_begun: ({ version }) => m.security_update_begun({ version: String(version) }),
  settings: ({ set }) => m.security_settings({ names: Array.isArray(set) ? set.join(', ') : '' }),
  library_settings: (details) => librarySettingsWord(details),
  // Of several borrowers. Where the loans of one were looked at, `SecurityRow` names the borrower instead.
  loans_seen: () => m.security_loans_seen_many(),
  self_service: (details) => selfServiceWord(details),
  role_changed: ({ from, to }) =>
    from === undefined
      ? m.security_role_first({ role: roleWord(String(to)) })
      : m.security_role_changed({ from: roleWord(String(from)), to: roleWord(String(to)) }),
  banned: ({ until }, timeZone) =>
    typeof until === 'string'
      ? m.security_banned_until({ until: formatDateTime(new Date(until), timeZone) })
      : m.security_banned(),
  unbanned: () => m.security_unbanned(),
  address_changed: () => m.security_address_changed(),
  user_deleted: ({ forGood }) => (forGood === true ? m.security_user_deleted_for_good() : m.security_user_deleted()),
  user_restored: () => m.security_user_restored(),
}

/** What became of a self-service corner. */
function selfServiceWord({ what, place }: Details): string {
  const corner = { name: isolated(String(place)) }
  if (what === 'opened') return m.security_corner_opened(corner)
  if (what === 'locked') return m.security_corner_locked(corner)
  return what === 'unlocked' ? m.security_corner_unlocked(corner) : m.security_corner_ended(corner)
}

/** The sentence for a setting of the library; its value is empty where the library has taken its decision back. */
const LIBRARY_SETTINGS: Record<string, (value: unknown) => string> = {
  lending: (isOn) => (isOn === true ? m.security_lending_on() : m.security_lending_off()),
  loanMemoryDays: (days) =>
    typeof days === 'number' ? m.security_loan_memory({ shown: formatNumber(days) }) : m.security_loan_memory_forever(),
  name: (name) => (name === '' ? m.security_library_name_none() : m.security_library_name({ name: String(name) })),
  contactEmail: (email) => (email === '' ? m.security_contact_none() : m.security_contact({ email: String(email) })),
  mailServer: (place) =>
    place === '' ? m.security_mail_server_none() : m.security_mail_server({ place: String(place) }),
  backupFolder: (folder) =>
    folder === ''
      ? m.security_second_folder_none()
      : m.security_second_folder({ folder: secondFolderName(String(folder)) }),
  timeZone: (zone) => (zone === '' ? m.security_zone_none() : m.security_zone({ zone: String(zone) })),
  trashDays: (days) =>
    typeof days === 'number' ? m.security_trash_days({ shown: formatNumber(days) }) : m.security_trash_days_none(),
  securityLogDays: (days) =>
    typeof days === 'number' ? m.security_log_days({ shown: formatNumber(days) }) : m.security_log_days_none(),
  signInCards: (isOn) => (isOn === true ? m.security_cards_on() : m.security_cards_off()),
  reminderMails: (since) => (since === '' ? m.security_reminders_off() : m.security_reminders_on()),
  network: (isOpen) => (isOpen === true ? m.security_network_on() : m.security_network_off()),
  signup: (isOpen) => (isOpen === false ? m.security_signup_off() : m.security_signup_on()),
}

const librarySettingsWord = (details: Details): string =>
  Object.entries(details)
    .flatMap(([field, value]) => lookUp(LIBRARY_SETTINGS, field)?.(value) ?? [])
    .join(' · ')

/** What happened, without who. */
export const eventWord = ({ kind, details }: SecurityEvent, timeZone: string): string =>
  SENTENCES[kind](details, timeZone)

const DELETED: Record<string, (count: { count: number; shown: string }) => string> = {
  books: m.activity_books,
  borrowers: m.activity_borrowers,
  copies: m.copy_count,
}

const RECOVERY: Record<string, () => string> = {
  shown: m.security_recovery_shown,
  renewed: m.security_recovery_renewed,
  phrase: m.security_recovery_phrase,
}

const recoveryWord = (what: unknown): string => (lookUp(RECOVERY, String(what)) ?? m.security_recovery_no_phrase)()

const deletedWord = (what: unknown, count: number): string =>
  lookUp(DELETED, String(what))?.({ count, shown: formatNumber(count) }) ?? formatNumber(count)

function exportedWord(what: unknown): typeof m.security_exported {
  if (what === 'activity') return m.security_exported_activity
  return what === 'loans' ? m.security_exported_loans : m.security_exported
}
