import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { skippedFault, type FaultResult } from './fault.ts'

/** The environment of root's commands in a Debian. */
export const DEBIAN_ENVIRONMENT = {
  // As sudo and login shells set it.
  MAIL: '/var/mail/root',
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  DEBIAN_FRONTEND: 'noninteractive',
  LC_ALL: 'C.UTF-8',
}

/** What a machine has beside the least of Debian, so that it can be booted. */
export const SYSTEMD = ['systemd', 'systemd-sysv', 'dbus'] as const

/**
 * Runs a fault in a clean Debian 12 of its own, with further packages. Without SYSTEMD there is none: what the unit would run is run
 * by hand.
 */
export async function withDebian(
  run: (debian: DebianRoot) => Promise<FaultResult>,
  packages: readonly string[] = [],
): Promise<FaultResult> {
  if (process.getuid?.() !== 0) return skippedFault('only root may make a Debian root; run it as root')
  const root = mkdtempSync(join(tmpdir(), 'maktaba-debian-'))
  try {
    const include = ['ca-certificates', 'debconf', ...packages].join()
    execFileSync('mmdebstrap', ['--variant=minbase', `--include=${include}`, 'bookworm', root], { stdio: 'pipe' })
  } catch (error) {
    rmSync(root, { recursive: true, force: true })
    return skippedFault(`mmdebstrap makes no Debian here: ${String(error).slice(0, 100)}`)
  }
  for (const folder of ['proc', 'dev']) execFileSync('mount', ['--bind', `/${folder}`, join(root, folder)])
  const debian = new DebianRoot(root)
  try {
    return await run(debian)
  } finally {
    debian.kill()
    for (const folder of ['proc', 'dev']) execFileSync('umount', ['-l', join(root, folder)])
    rmSync(root, { recursive: true, force: true })
  }
}

/** A Debian in a folder. */
export class DebianRoot {
  readonly #root: string
  #service: ChildProcess | undefined

  constructor(root: string) {
    this.#root = root
  }

  path = (path: string): string => join(this.#root, path)
  read = (path: string): string => readFileSync(this.path(path), 'utf8')
  isThere = (path: string): boolean => existsSync(this.path(path))
  isLink = (path: string): boolean => lstatSync(this.path(path), { throwIfNoEntry: false })?.isSymbolicLink() === true
  names = (path: string): string[] => readdirSync(this.path(path))
  write = (path: string, text: string): void => writeFileSync(this.path(path), text)

  /** Runs a command of the shell as root, with this on its standard input. Throws with what it said when it fails. */
  shell(command: string, input = ''): string {
    return execFileSync('chroot', [this.#root, '/bin/sh', '-c', command], {
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: DEBIAN_ENVIRONMENT,
    })
  }

  /** Installs a package from a file of this machine, with what it depends on. */
  install(file: string): void {
    copyFileSync(file, this.path(`tmp/${basename(file)}`))
    this.shell(`apt-get install -y --no-install-recommends /tmp/${basename(file)}`)
  }

  /** Runs what the unit of systemd runs, as its user and with its settings. Resolves to the address when it is ready. */
  async start(): Promise<string> {
    const unit = this.read('lib/systemd/system/maktaba.service')
    const values = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
    const settings = values('EnvironmentFile').flatMap((file) => this.read(file).match(/^[A-Z_]+=.*$/gm) ?? [])
    const [folder = '/'] = values('WorkingDirectory')
    const command = `umask 077; cd ${folder} && exec ${values('ExecStart').join()}`
    const options = [this.#root, '/sbin/runuser', '-u', values('User').join(), '--', '/usr/bin/env', ...settings]
    const child = spawn('chroot', [...options, '/bin/sh', '-c', command], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: DEBIAN_ENVIRONMENT.PATH },
    })
    this.#service = child
    for await (const line of createInterface({ input: child.stdout })) {
      const [, url] = /^Maktaba \S+ ready at (\S+)$/.exec(line) ?? []
      if (url !== undefined) return url
    }
    throw new Error('The server ended before it was ready')
  }

  /** Stops the service as systemd does it. */
  async stop(): Promise<void> {
    if (this.#service === undefined || this.#service.exitCode !== null) return
    const ended = once(this.#service, 'exit')
    this.#service.kill('SIGTERM')
    await ended
  }

  /** Kills all processes of this Debian at once, as a power cut would. */
  kill(): void {
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (readlinkSync(`/proc/${id}/root`) === this.#root) process.kill(Number(id), 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

/** Seconds since now. */
export function stopwatch(): () => string {
  const began = performance.now()
  return () => ((performance.now() - began) / 1000).toFixed(1)
}
