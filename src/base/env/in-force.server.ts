import { isTimeZone } from '#base/lib/time-zone.ts'
import { env, type Env } from './env.server.ts'

/** The mail server that the library has decided. */
export interface MailServer {
  host: string
  port: number
  /** Encrypted from the start, after STARTTLS, or not at all. */
  security: 'tls' | 'starttls' | 'none'
  /** Name of the user at the mail server; empty where that asks for none. */
  user: string
  /** The password, encrypted with AUTH_SECRET; empty for none. */
  password: string
  /** The address that mails are sent from. */
  sender: string
}

/** What the library may decide itself, where no variable of the environment does; null is not decided. */
export interface Decisions {
  name: string | null
  contactEmail: string | null
  signup: boolean | null
  timeZone: string | null
  trashDays: number | null
  securityLogDays: number | null
  mailServer: MailServer | null
  /** Where backups are copied to: an absolute path. */
  backupFolder: string | null
  /** Whether the first manager was made by the set-up. */
  isSetUp: boolean
}

/** The variable that decides a setting for the library. */
export const VARIABLES = {
  contactEmail: 'CONTACT_EMAIL',
  signup: 'SIGNUP',
  timeZone: 'TIME_ZONE',
  trashDays: 'TRASH_DAYS',
  securityLogDays: 'SECURITY_LOG_DAYS',
  backupFolder: 'BACKUP_FOLDER',
} as const satisfies Partial<Record<keyof Decisions, string>>

/** How many days the trash and the security log are kept by default. */
export const DEFAULTS = { trashDays: 30, securityLogDays: 400 }

/**
 * The address of the makers, which is shown where the library has named none of its own.
 *
 * @public for the floors above
 */
export const MAKERS = 'hello@maktaba.example'

/** Before the library has decided anything. */
export const UNDECIDED: Decisions = {
  name: null,
  contactEmail: null,
  signup: null,
  timeZone: null,
  trashDays: null,
  securityLogDays: null,
  mailServer: null,
  backupFolder: null,
  isSetUp: false,
}

let decided = UNDECIDED

/** Takes over what the library has decided. `base/db/library-settings.server.ts` alone calls it. */
export function setDecisions(decisions: Decisions): void {
  decided = decisions
}

type Settings = Pick<Env, 'library' | 'mail' | 'adminEmails' | 'given' | 'isDemo'>

/**
 * The settings that hold: a variable of the environment, else what the library has decided, else the default. As fresh as
 * `librarySettings`, which every request and job awaits first.
 */
export function inForce({ library, mail, adminEmails, given, isDemo }: Settings = env()) {
  const mailServer = mailVariable({ given }) === undefined ? (decided.mailServer ?? undefined) : mail.smtpUrl
  return {
    /** Null while it has none of its own: then the product's name stands in its place. */
    name: decided.name,
    contactEmail: library.contactEmail ?? decided.contactEmail ?? MAKERS,
    /** Whether people may sign up whom no manager has added. */
    signup: library.signup ?? decided.signup ?? true,
    /** Zone of the days of loans and of the night, and of times until the visitor's own is known. */
    timeZone: library.timeZone ?? knownZone(decided.timeZone) ?? 'UTC',
    /** Days after which what was deleted is deleted for good. */
    trashDays: library.trashDays ?? decided.trashDays ?? DEFAULTS.trashDays,
    securityLogDays: library.securityLogDays ?? decided.securityLogDays ?? DEFAULTS.securityLogDays,
    /** Where backups are copied to; undefined copies none, as in the demo. */
    backupFolder: isDemo ? undefined : (library.backupFolder ?? decided.backupFolder ?? undefined),
    /** An address of the form smtp(s)://…, or what the library has decided; undefined writes mails into the outbox. */
    mailServer,
    /** Who becomes a manager at the first sign-in. The default holds while no mail is sent, until the set-up has made one. */
    adminEmails:
      given.names.includes('ADMIN_EMAIL') || (mailServer === undefined && !decided.isSetUp) ? adminEmails : [],
  }
}

/** The variable that decides where mails go; undefined where the library may. */
export const mailVariable = ({ given }: Pick<Env, 'given'> = env()): 'SMTP_URL' | 'MAIL' | undefined =>
  (['SMTP_URL', 'MAIL'] as const).find((name) => given.names.includes(name))

/** A zone that this runtime knows: another server may have known more when it was decided, or before a restore. */
const knownZone = (zone: string | null): string | undefined => (zone !== null && isTimeZone(zone) ? zone : undefined)
