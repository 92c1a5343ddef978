import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './host-programs.ts'
import {
  accountOf,
  dataFolder,
  settingsFile,
  siteFile,
  socketPath,
  TEMPLATES,
  unitOf,
  type HostedLibrary,
} from './hosted-library.ts'

/** What a new library is given. */
export interface LibraryToWrite extends Pick<HostedLibrary, 'name' | 'address' | 'databaseUrl' | 'backupDelay'> {
  /** The address of the first manager. */
  admin: string
  /** URL of the library's own mail server, with the password. */
  smtpUrl: string | undefined
}

/** A token by which Prometheus reads the metrics of one library. */
export const newMetricsToken = (): string => randomBytes(24).toString('base64url')

/** Writes the settings of a new library, which only its user may read, and its site. Rejects when it has settings already. */
export async function writeLibraryFiles(library: LibraryToWrite): Promise<void> {
  const { name, address, admin, databaseUrl, backupDelay, smtpUrl } = library
  const settings = [
    `# The library ${name}: systemctl restart ${unitOf(name)} reads this again. All settings: /usr/share/doc/maktaba/operations.md`,
    `BASE_URL=${address}`,
    `ADMIN_EMAIL=${admin}`,
    `DATABASE_URL=${databaseUrl}`,
    `DATA_DIR=${dataFolder(name)}`,
    `AUTH_SECRET=${randomBytes(32).toString('base64url')}`,
    `METRICS_TOKEN=${newMetricsToken()}`,
    ...(smtpUrl === undefined ? [] : ['MAIL=smtp', `SMTP_URL=${smtpUrl}`]),
    'BACKUPS=on',
    `BACKUP_DELAY=${backupDelay}`,
    '',
  ]
  await writeFile(settingsFile(name), settings.join('\n'), { mode: 0o640, flag: 'wx' })
  run('chgrp', accountOf(name), settingsFile(name))
  const example = await readFile(join(TEMPLATES, 'Caddyfile'), 'utf8')
  await writeFile(siteFile(name), siteOf(example, library), { mode: 0o644 })
}

/** The site of a library, from the whole example of the documentation. */
export const siteOf = (example: string, { name, address }: Pick<HostedLibrary, 'name' | 'address'>): string =>
  leadToSocket(
    example.replace(/^(#.*\n)+/, '').replace('library.example.org', address.replace('https://', '')),
    '127.0.0.1:3000',
    name,
  )

/** A site that led to an address, leading to the socket of a library. */
export const leadToSocket = (site: string, from: string, name: string): string =>
  site.replace(
    `reverse_proxy ${from} {`,
    `reverse_proxy unix/${socketPath(name)} {
		# A request on a connection that the library has just closed would be lost.
		transport http {
			keepalive off
		}`,
  )
