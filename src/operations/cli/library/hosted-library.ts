import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { LocalPlace } from '#base/lib/http/local-request.server.ts'
import { Failure } from '../failure.ts'

/** Settings of each library of this machine, its site for Caddy, and all of them for Prometheus. */
export const SETTINGS_FOLDER = '/etc/maktaba/libraries'
/** Settings that all of them share. */
export const SHARED_SETTINGS = '/etc/maktaba/libraries.env'
/** The folder of each library: backups, outbox. */
export const DATA_FOLDER = '/var/lib/maktaba-libraries'
/** The group of the users of all libraries, which may read the shared settings. */
export const GROUP = 'maktaba-libraries'
/** What the Debian package brings for the first one. */
export const TEMPLATES = '/usr/share/maktaba'
/** Where systemd makes the socket of each library (`maktaba@.socket`), which it hands to that library alone. */
const SOCKETS = '/run/maktaba-libraries'
/** The group that may connect to the sockets: the user of the proxy. */
export const PROXY_GROUP = 'maktaba-proxy'

/** A library among others on this machine. */
export interface HostedLibrary {
  name: string
  /** What readers open, such as `https://kisumu.example.org`. */
  address: string
  /** Port of a library from before there were sockets: any program here can reach it, and take it while it is free. */
  port: number | undefined
  databaseUrl: string
  /** Minutes by which its nightly backup is later than three o'clock. */
  backupDelay: number
  metricsToken: string | undefined
}

export const settingsFile = (name: string): string => join(SETTINGS_FOLDER, `${name}.env`)
export const siteFile = (name: string): string => join(SETTINGS_FOLDER, `${name}.caddy`)
export const dataFolder = (name: string): string => join(DATA_FOLDER, name)
export const socketPath = (name: string): string => join(SOCKETS, `${name}.sock`)
export const socketUnitOf = (name: string): string => `maktaba@${name}.socket`
/** A file whose presence says to systemd that the library is reached by a port. */
export const portMark = (name: string): string => join(SETTINGS_FOLDER, `${name}.port`)
export const unitOf = (name: string): string => `maktaba@${name}.service`
/** The user of the operating system, the role and the database of a library. */
export const accountOf = (name: string): string => `maktaba-${name}`

/** Throws Failure unless the Debian package is installed and the user is root. */
export function requireHost(): void {
  if (!existsSync(join(TEMPLATES, 'libraries.env')))
    throw new Failure('Many libraries on one machine need the Debian package: docs/operations.md says how it is made')
  if (process.getuid?.() !== 0) throw new Failure('Only root may do this: sudo maktaba library …')
  // Caddy and the libraries' users read some of what is written, also where root's own files are private.
  process.umask(0o022)
}

/** The libraries of this machine by their name. */
export async function hostedLibraries(): Promise<HostedLibrary[]> {
  const files = await readdir(SETTINGS_FOLDER).catch(() => [])
  const names = files.filter((file) => file.endsWith('.env')).map((file) => basename(file, '.env'))
  return Promise.all(names.toSorted().map(readLibrary))
}

/** The library of this name. Throws Failure when it does not exist. */
export async function hostedLibrary(name: string): Promise<HostedLibrary> {
  const found = (await hostedLibraries()).find((library) => library.name === name)
  if (!found) throw new Failure(`There is no library ${name} here: maktaba library list`)
  return found
}

async function readLibrary(name: string): Promise<HostedLibrary> {
  const text = await readFile(settingsFile(name), 'utf8')
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] || undefined
  const port = value('PORT')
  return {
    name,
    address: value('BASE_URL') ?? '',
    port: port === undefined ? undefined : Number(port),
    databaseUrl: value('DATABASE_URL') ?? '',
    backupDelay: Number(value('BACKUP_DELAY') ?? 0),
    metricsToken: value('METRICS_TOKEN'),
  }
}

/** Where a library answers on this machine. */
export const placeOf = ({ name, port }: Pick<HostedLibrary, 'name' | 'port'>): LocalPlace =>
  port === undefined ? { socketPath: socketPath(name) } : { host: '127.0.0.1', port }
