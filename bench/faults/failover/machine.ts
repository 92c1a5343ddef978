import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const NET = '10.77.35'
const BRIDGE = 'mktb-bridge'
/**
 * The last number of each machine's address; `witness` and the databases have etcd, the apps Maktaba and HAProxy, and
 * `stranger` is a machine of the same network that belongs to someone else.
 */
const ADDRESSES = { db1: 11, db2: 12, witness: 13, app1: 21, app2: 22, stranger: 66 }
export type MachineName = keyof typeof ADDRESSES
const NAMES: readonly MachineName[] = ['db1', 'db2', 'witness', 'app1', 'app2', 'stranger']

/**
 * Folders that each machine has of its own, and what it has in /etc beside what is there on all; what is else on the disk
 * they share.
 */
const FOLDERS = {
  '/etc': 'root',
  '/usr/local/sbin': 'root',
  '/var/lib/postgresql': 'postgres',
  '/var/lib/etcd': 'etcd',
  '/run/postgresql': 'postgres',
}

const sh = (script: string): string => execFileSync('sh', ['-c', script], { encoding: 'utf8', stdio: 'pipe' })
const quietly = (script: string): void => {
  try {
    sh(script)
  } catch {
    // It was not there.
  }
}
const numberOf = (user: string, kind: 'u' | 'g'): number => Number(sh(`id -${kind} ${user}`))

/** A program of a machine, started again when it ends, as systemd does. */
interface Service {
  stop: () => void
  start: () => void
}

/** A machine in a network namespace, with folders of its own. */
export class Machine {
  readonly name: MachineName
  readonly address: string
  readonly #folder: string
  readonly #services: Service[] = []

  constructor(name: MachineName, folder: string) {
    this.name = name
    this.address = `${NET}.${ADDRESSES[name]}`
    this.#folder = join(folder, name)
  }

  /** Where a file of the machine is on this one. */
  pathOf = (path: string): string => join(this.#folder, path)

  /** Makes the namespace and the folders; `disk` is the size of its database's disk. */
  create(disk: string): void {
    const { name, address } = this
    const link = `mktb-${name}`
    sh(`ip netns add ${link} && ip link add ${link} type veth peer name eth0 netns ${link} && ip link set ${link} master ${BRIDGE} up
      ip -n ${link} addr add ${address}/24 dev eth0 && ip -n ${link} link set eth0 up && ip -n ${link} link set lo up`)
    const enter = ['#!/bin/sh', 'set -e']
    for (const [path, owner] of Object.entries(FOLDERS)) {
      const here = this.pathOf(path)
      mkdirSync(here, { recursive: true })
      if (path === '/var/lib/postgresql') sh(`mount -t tmpfs -o size=${disk},mode=755 mktb-${name} ${here}`)
      chownSync(here, numberOf(owner, 'u'), numberOf(owner, 'g'))
      enter.push(
        path === '/etc' ? `mount -t overlay mktb -o lowerdir=${here}:/etc /etc` : `mount --bind ${here} ${path}`,
      )
    }
    const names = NAMES.map((one) => `${NET}.${ADDRESSES[one]} ${one}`)
    writeFileSync(this.pathOf('/etc/hosts'), ['127.0.0.1 localhost', ...names, ''].join('\n'))
    enter.push('exec "$@"')
    writeFileSync(this.pathOf('enter'), `${enter.join('\n')}\n`, { mode: 0o755 })
  }

  /** Puts the files of a folder that `prepare` has made in place, by the lines `install …` at their heads. */
  install(folder: string): void {
    const lines = sh(`cd ${folder} && grep -ho 'install -m .*' *`).replaceAll(' /', ` ${this.#folder}/`)
    sh(`set -e; cd ${folder}; umask 022\n${lines}`)
  }

  /** The command that runs a program on the machine, by a user of it. */
  command(program: readonly string[], user = 'root'): [string, ...string[]] {
    const as = user === 'root' ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups']
    return ['ip', 'netns', 'exec', `mktb-${this.name}`, this.pathOf('enter'), ...as, ...program]
  }

  /** Runs a program to its end; returns what it prints. */
  run(program: readonly string[], user = 'root', { timeout = 60_000, input = '' } = {}): Promise<string> {
    const [file, ...given] = this.command(program, user)
    const child = spawn(file, given, { stdio: ['pipe', 'pipe', 'pipe'], timeout })
    child.stdin.on('error', () => undefined).end(input)
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += String(part)))
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) =>
        code === 0 ? resolve(printed) : reject(new Error(`${program.join(' ')} at ${this.name}: ${printed.trim()}`)),
      )
    })
  }

  /** Starts a service; its output goes into a file of the machine. */
  serve(program: readonly string[], user: string, env: Record<string, string> = {}): void {
    let child: ChildProcess | undefined
    let isWanted = false
    const start = () => {
      const [file, ...given] = this.command(program, user)
      const log = openSync(this.pathOf(`${(program[0] ?? '').split('/').at(-1)}.log`), 'a')
      child = spawn(file, given, {
        stdio: ['ignore', log, log],
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
      })
      closeSync(log)
      child.once('exit', () => {
        // After 100 ms, as systemd does it.
        if (isWanted) setTimeout(() => isWanted && start(), 100)
      })
    }
    const service = { start: () => ((isWanted = true), start()), stop: () => void (isWanted = false) }
    this.#services.push(service)
    service.start()
  }

  /** The processes of the machine, those of one program with its name. */
  processes(program?: string): number[] {
    const pids = sh(`ip netns pids mktb-${this.name}`).split('\n').filter(Boolean).map(Number)
    return program === undefined ? pids : pids.filter((pid) => programOf(pid) === program)
  }

  /** Kills processes without a word; a service starts again. */
  kill(program?: string): void {
    for (const pid of this.processes(program)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** Ends everything on the machine at once, as a power cut does. */
  powerOff(): void {
    for (const { stop } of this.#services) stop()
    while (this.processes().length > 0) this.kill()
  }

  async powerOn(): Promise<void> {
    for (const { start } of this.#services) start()
    await sleep(100)
  }

  /** Pulls the cable, or plugs it in. */
  cable(state: 'up' | 'down'): void {
    sh(`ip link set mktb-${this.name} ${state}`)
  }
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Removes all machines: their processes, namespaces and disks. Also what an earlier run has left. */
export function removeMachines(folder?: string): void {
  for (const name of NAMES) {
    const link = `mktb-${name}`
    // Twice, since one that is killed may have just started another.
    for (let round = 0; round < 2; round++) quietly(`ip netns pids ${link} | xargs -r kill -9`)
    quietly(`ip netns del ${link}`)
    quietly(`ip link del ${link}`)
    if (folder !== undefined) quietly(`umount -l ${join(folder, name, 'var/lib/postgresql')}`)
  }
  quietly(`ip link del ${BRIDGE}`)
  if (folder !== undefined) quietly(`rm -rf --one-file-system ${folder}`)
}

/** Makes the machines, on a network that leads nowhere else. */
export function createMachines(folder: string, disk: string): Record<MachineName, Machine> {
  sh(`ip link add ${BRIDGE} type bridge && ip addr add ${NET}.1/24 dev ${BRIDGE} && ip link set ${BRIDGE} up`)
  const make = (name: MachineName) => {
    const machine = new Machine(name, folder)
    machine.create(disk)
    return machine
  }
  return {
    db1: make('db1'),
    db2: make('db2'),
    witness: make('witness'),
    app1: make('app1'),
    app2: make('app2'),
    stranger: make('stranger'),
  }
}

/** The address of this machine, from where the others are asked. */
export const OWN_ADDRESS = `${NET}.1`

function isThere(program: string): boolean {
  try {
    return sh(`PATH=$PATH:/usr/sbin:/sbin command -v ${program}`) !== ''
  } catch {
    return false
  }
}

/** Why machines cannot be made here; undefined if they can. */
export function whyNoMachines(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces need Linux'
  if (process.getuid?.() !== 0) return 'only root may make network namespaces; run it as root'
  const programs = {
    patroni: 'patroni',
    etcd: 'etcd-server',
    etcdctl: 'etcd-client',
    haproxy: 'haproxy',
    pgbouncer: 'pgbouncer',
    nft: 'nftables',
  }
  const missing = Object.entries({
    ...programs,
    '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
    ip: 'iproute2',
  })
    .filter(([program]) => !isThere(program))
    .map(([, name]) => name)
  if (missing.length > 0) return `missing Debian packages: apt-get install --no-install-recommends ${missing.join(' ')}`
  try {
    sh(`ip netns add mktb-try && ip netns exec mktb-try true; ip netns del mktb-try`)
    return undefined
  } catch (error) {
    return `no network namespace can be made: ${String(error).slice(0, 100)}`
  }
}
