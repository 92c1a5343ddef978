import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { startMaktaba, type Maktaba } from '../../maktaba.ts'
import { BENCH_SECRET } from '../../people.ts'
import { createMachines, OWN_ADDRESS, removeMachines, type Machine, type MachineName } from './machine.ts'

/** The machines that `prepare` makes files for. */
const PREPARED = ['db1', 'db2', 'witness', 'app1', 'app2'] as const
const CONFIG = '/etc/patroni/config.yml'
/** Megabytes of each database's disk. */
const DISK = 3000

/** The variables of a file such as /etc/default/etcd. */
const variables = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=./.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

export interface Member {
  Member: DatabaseName
  Role: string
  State: string
  TL?: number
}
export type DatabaseName = 'db1' | 'db2'

/** The cluster of deploy/high-availability, each of its machines in a network namespace. */
export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'mktb-'))
  readonly machines: Record<MachineName, Machine>
  readonly disk = DISK
  /** What `prepare` of deploy/high-availability makes: a folder for each machine. */
  readonly prepared: string

  constructor() {
    removeMachines()
    this.machines = createMachines(this.folder, `${DISK}m`)
    this.prepared = this.prepare('prepared')
  }

  /** Runs `prepare` in a folder; returns where its files are. */
  prepare(name: string): string {
    const cwd = join(this.folder, name)
    mkdirSync(cwd)
    const given = PREPARED.map((machine) => `${machine}=${this.machines[machine].address}`)
    execFileSync('sh', [join(projectRoot, 'deploy', 'high-availability', 'prepare'), ...given], { cwd, stdio: 'pipe' })
    return join(cwd, 'cluster')
  }

  /** A password that `prepare` has made. */
  password(word: string): string {
    const [, password] = new RegExp(`^s/${word}/(.*)/g$`, 'm').exec(this.#read('passwords.sed')) ?? []
    if (password === undefined) throw new Error(`There is no ${word}`)
    return password
  }

  #read = (file: string): string => readFileSync(join(this.prepared, file), 'utf8')

  get databases(): [Machine, Machine] {
    return [this.machines.db1, this.machines.db2]
  }

  /** Starts etcd, Patroni and HAProxy as their files say, and waits for a primary with a synchronous standby. */
  async start(): Promise<void> {
    const { db1, witness, app1, app2 } = this.machines
    for (const name of PREPARED) this.machines[name].install(join(this.prepared, name))
    for (const machine of [...this.databases, witness])
      machine.serve(['/usr/bin/etcd'], 'etcd', variables(this.#read(`${machine.name}/etcd.env`)))
    for (const machine of this.databases) {
      const env = { HOME: '/var/lib/postgresql' }
      machine.serve(['/usr/bin/patroni', CONFIG], 'postgres', env)
      machine.serve(['/bin/sh', '/usr/local/sbin/maktaba-disk-guard'], 'postgres', env)
    }
    for (const machine of [app1, app2])
      machine.serve(['/usr/sbin/haproxy', '-W', '-f', '/etc/haproxy/haproxy.cfg'], 'root')
    app2.serve(['/usr/sbin/pgbouncer', '/etc/pgbouncer/pgbouncer.ini'], 'postgres')
    await this.settled(120_000)
    const primary = (await this.primary()) ?? db1
    for (const statement of this.#read('db1/database.sql').split('\n').filter(Boolean))
      await this.psql(primary, statement)
    await this.psql(primary, 'create database probe owner maktaba template template0')
  }

  /** Loads the firewall of the machines that have one; it stays there until they are removed. */
  async closePorts(): Promise<void> {
    const { witness } = this.machines
    for (const machine of [...this.databases, witness]) await machine.run(['nft', '-f', '/etc/nftables.d/maktaba.nft'])
  }

  psql = (machine: Machine, statement: string, database = 'postgres'): Promise<string> =>
    machine.run(['psql', '-h', '/run/postgresql', '-Atqc', statement, database], 'postgres')

  /** Starts a Maktaba server by deploy/high-availability/maktaba.env; the second one goes through PgBouncer. */
  startServer(name: 'app1' | 'app2', settings: Record<string, string>, logFile: string): Promise<Maktaba> {
    const machine = this.machines[name]
    const text = this.#read(`${name}/maktaba.env`)
    const own = variables(name === 'app2' ? text.replaceAll('#DATABASE', 'DATABASE') : text)
    return startMaktaba(join(this.folder, name, 'data'), {
      logFile,
      within: machine.command([]),
      port: 3000,
      settings: {
        ...own,
        BASE_URL: settings.BASE_URL ?? '',
        TRUSTED_PROXIES: OWN_ADDRESS,
        MAIL: 'outbox',
        // That of the people who use it here.
        AUTH_SECRET: BENCH_SECRET,
        ...settings,
      },
    })
  }

  /** What Patroni says about the databases; empty without an answer. */
  async members(): Promise<Member[]> {
    try {
      const members: Member[] = JSON.parse(await this.control(['list', '-f', 'json']))
      return members
    } catch {
      return []
    }
  }

  /** Tells Patroni something, from the machine without a database. */
  control = (given: readonly string[]): Promise<string> =>
    this.machines.witness.run(['patronictl', '-c', '/etc/patroni/patronictl.yml', ...given], 'root', {
      timeout: 90_000,
    })

  /** A connection to a database, also when its cable is pulled. */
  async connect(name: DatabaseName, database = 'maktaba'): Promise<Client> {
    const host = this.machines[name].pathOf('/run/postgresql')
    const patience = 2000
    const client = new Client({
      host,
      user: 'maktaba',
      password: this.password('DATABASE_PASSWORD'),
      database,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async primary(): Promise<Machine | undefined> {
    const leader = (await this.members()).find(({ Role }) => Role === 'Leader')
    return leader && this.machines[leader.Member]
  }

  /** Waits until there is a primary with a synchronous standby; returns the milliseconds. */
  async settled(patience = 90_000): Promise<number> {
    const started = performance.now()
    for (;;) {
      const members = await this.members()
      const roles = members.map(({ Role, State }) => `${Role} ${State}`).toSorted()
      const isSettled =
        roles.some((role) => /^Leader (running|streaming)$/.test(role)) &&
        roles.some((role) => /^Sync Standby (running|streaming)$/.test(role))
      if (isSettled && (await this.#hasStandby(members))) return performance.now() - started
      if (performance.now() - started > patience)
        throw new Error(`The cluster did not settle: ${JSON.stringify(members)}`)
      await sleep(500)
    }
  }

  /** Whether the leader has one in fact: an etcd that was cut off says for some seconds what was so before. */
  async #hasStandby(members: readonly Member[]): Promise<boolean> {
    const leader = members.find(({ Role }) => Role === 'Leader')
    if (!leader) return false
    const question = "select count(*) from pg_stat_replication where state = 'streaming' and sync_state = 'sync'"
    const count = await this.psql(this.machines[leader.Member], question).catch(() => '')
    return count.trim() === '1'
  }

  /** Where etcd's leader runs. */
  async etcdLeader(): Promise<Machine> {
    const { db1, db2, witness } = this.machines
    for (const machine of [db1, db2, witness]) {
      const status = await machine.run([
        'env',
        'ETCDCTL_API=3',
        'etcdctl',
        `--endpoints=https://${machine.name}:2379`,
        '--cacert=/etc/ssl/maktaba/ca.crt',
        '--cert=/etc/ssl/maktaba/etcd.crt',
        '--key=/etc/ssl/maktaba/etcd.key',
        'endpoint',
        'status',
      ])
      // Endpoint, id, version, size, whether it is the leader.
      if (status.split(', ')[4] === 'true') return machine
    }
    throw new Error('etcd has no leader')
  }

  remove(): void {
    removeMachines(this.folder)
  }
}
