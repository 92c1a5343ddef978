import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type DebianRoot, DEBIAN_ENVIRONMENT } from './debian-root.ts'

/** Milliseconds in which systemd must be up. */
const PATIENCE = 60_000

/** A Debian with a systemd of its own, as on a machine; it has the network of this one. */
export class BootedDebian {
  readonly #debian: DebianRoot
  #machine: ChildProcess | undefined
  #systemd = ''

  constructor(debian: DebianRoot) {
    this.#debian = debian
  }

  /** Boots it, which needs the package systemd in it. Throws when it does not come up. */
  async boot(): Promise<void> {
    const script = join(import.meta.dirname, 'boot-debian.sh')
    const namespaces = ['--fork', '--kill-child', '--pid', '--mount', '--uts', '--ipc', '--cgroup']
    const machine = spawn('unshare', [...namespaces, '/bin/sh', script, this.#debian.path('')], { stdio: 'ignore' })
    this.#machine = machine
    for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await sleep(250)) {
      if (machine.exitCode !== null) throw new Error('systemd did not start in the Debian root')
      this.#systemd = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').trim()
      if (this.#systemd !== '' && this.#isUp()) return
    }
    throw new Error('systemd was not up in the Debian root after a minute')
  }

  #isUp(): boolean {
    try {
      // Not all of its services, one of which may wait for something, as a library does for its database.
      return this.shell('systemctl is-active basic.target').trim() === 'active'
    } catch {
      return false
    }
  }

  /** Runs a command of the shell as root. Throws with what it said when it fails. */
  shell(command: string): string {
    return execFileSync('nsenter', this.#inside(command), {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: DEBIAN_ENVIRONMENT,
    })
  }

  /** As `shell`, while this process goes on with other things. */
  async start(command: string): Promise<string> {
    const { stdout } = await promisify(execFile)('nsenter', this.#inside(command), { env: DEBIAN_ENVIRONMENT })
    return stdout
  }

  #inside(command: string): string[] {
    const namespaces = ['--target', this.#systemd, '--pid', '--mount', '--uts', '--ipc', '--cgroup', 'chroot']
    return [...namespaces, this.#debian.path(''), '/bin/sh', '-c', command]
  }

  /** Ends all of its processes at once, as a power cut does. */
  async cutPower(): Promise<void> {
    if (!this.#machine) return
    const ended = once(this.#machine, 'exit')
    this.#machine.kill('SIGKILL')
    await ended
    this.#machine = undefined
  }
}
