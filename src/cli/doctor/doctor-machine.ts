import { access, constants, lstat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { listBackups } from '#db/backup/backup-folder.server.ts'
import { env } from '#env/env.server.ts'
import { EnvError } from '#env/read-env.server.ts'
import { settingConcerns } from '#features/settings/settings-concerns.server.ts'
import { concernText } from '#features/settings/settings-words.ts'
import { formatBytes } from '#i18n/format.ts'
import { operatorCommand } from '#lib/operator-command.server.ts'
import { now } from '#lib/clock.ts'
import { sendMail } from '#mail/send.server.ts'
import { ok, problem, warning, type Finding } from './doctor-finding.ts'

/** The settings, each wrong one by a line; and what is allowed but unwise. */
export function checkSettings(): Finding[] {
  try {
    const names = env().given.names.join(', ')
    // Not the contact address: the library may have decided it in its settings, and those pages warn when it is missing.
    const concerns = settingConcerns(env()).filter(({ code }) => code !== 'contact')
    return [ok(`Settings: ${names || 'all defaults'}`), ...concerns.map((one) => warning(concernText(one)))]
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return error.message.split('\n').map((line) => problem(line))
  }
}

/** Entries of DATA_DIR that hold secrets. */
const PRIVATE = ['secret', 'backups', 'outbox', 'postgres', 'postgres.passwords', 'postgres.log']

/** Whether DATA_DIR is there and can be written to, and whether others can read what is secret in it. */
export async function checkFolders(dataDir: string): Promise<Finding[]> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return [
      code === 'ENOENT'
        ? warning(`DATA_DIR ${dataDir} is not there: the first start makes it; else set DATA_DIR to the right folder`)
        : problem(
            `DATA_DIR ${dataDir} cannot be written to: start Maktaba as its owner, or hand it over with chown -R`,
          ),
    ]
  }
  const open: Finding[] = []
  for (const name of PRIVATE) {
    const path = join(dataDir, name)
    const found = await lstat(path).catch(() => undefined)
    if (found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0)
      open.push(problem(`${path} is open to other users of this machine: chmod go-rwx ${path}`))
  }
  return open.length > 0 ? open : [ok(`Folders: ${dataDir} can be written to, and is closed to others`)]
}

const GIGABYTE = 1024 ** 3
const DISK = { problem: 0.2 * GIGABYTE, warning: GIGABYTE }

/** Whether the data folder has room: a problem or a warning where little is left. */
export async function checkDisk(dataDir: string): Promise<Finding> {
  const found = await statfs(dataDir).catch(() => undefined)
  if (!found) return warning(`Disk of ${dataDir}: it cannot be asked`)
  const free = found.bavail * found.bsize
  const text = `Disk: ${formatBytes(free)} free for ${dataDir}`
  if (free < DISK.problem) return problem(`${text}: make room now, the library cannot be written to without`)
  return free < DISK.warning ? warning(`${text}: make room, or move DATA_DIR to a larger disk`) : ok(text)
}

const DAY = 86_400_000

/** Whether there is a backup, and how old the newest is. */
export async function checkBackups(dataDir: string, isNightly: boolean): Promise<Finding> {
  const [newest] = await listBackups(dataDir)
  if (!newest)
    return warning(`Backups: there is none in DATA_DIR/backups; make one with: ${operatorCommand('backup FILE')}`)
  const days = Math.floor((now().getTime() - newest.madeAt.getTime()) / DAY)
  const text = `Backups: the newest is ${newest.path}, ${days === 0 ? 'of the last 24 hours' : `${days} days old`}`
  return isNightly && days > 2
    ? problem(`${text}: the nightly one fails or the server is not running; look at its log and /manager/backups`)
    : ok(`${text}; copy one to another machine now and then`)
}

/** Sends a mail, since only that shows whether mails can be sent. */
export async function checkMail(given: string | undefined): Promise<Finding> {
  const { mail, adminEmails, dataDir } = env()
  const to = given ?? adminEmails[0]
  if (to === undefined) return warning('Mail: not tried, for want of an address; try doctor --mail ADDRESS')
  const text = 'This mail was sent by "maktaba doctor". Mails of the library arrive.'
  try {
    await sendMail({ to, subject: 'Maktaba: test mail', text, html: `<p>${text}</p>` })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return problem(`Mail: ${to} could not be written to (${reason}): correct SMTP_URL, or MAIL_FROM if it was refused`)
  }
  return mail.mode === 'outbox'
    ? ok(`Mail: written to ${join(dataDir, 'outbox')}, where nobody gets it: set SMTP_URL to send mails`)
    : ok(`Mail: sent to ${to}; if it does not arrive, look into its spam folder and at MAIL_FROM`)
}
