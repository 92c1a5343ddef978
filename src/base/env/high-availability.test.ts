import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { SETTINGS } from '#test/env.ts'

const source = join(projectRoot, 'deploy', 'high-availability')
const folder = mkdtempSync(join(tmpdir(), 'maktaba-cluster-'))
const ADDRESSES = { db1: '10.0.0.11', db2: '10.0.0.12', witness: '10.0.0.13', app1: '10.0.1.21', app2: '10.0.1.22' }
const GIVEN = Object.entries(ADDRESSES).map(([name, address]) => `${name}=${address}`)

const prepare = (given: readonly string[]) =>
  spawnSync('sh', [join(source, 'prepare'), ...given], { cwd: folder, encoding: 'utf8' })
const pathOf = (file: string): string => join(folder, 'cluster', file)
const read = (file: string): string => readFileSync(pathOf(file), 'utf8')
const certificate = (file: string): X509Certificate => new X509Certificate(read(file))
/** What a file sets, without its comments. */
const linesOf = (text: string): string[] => text.split('\n').filter((line) => !/^\s*([#;]|--|$)/.test(line))

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

beforeAll(() => {
  if (hasOpenssl) expect(prepare(GIVEN)).toMatchObject({ status: 0, stderr: '' })
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(!hasOpenssl)('prepare', () => {
  test('certificates name their machine, and the databases’ the end of HAProxy’s way', () => {
    const ca = certificate('ca.crt')
    const found: Record<string, string | undefined> = {}
    for (const machine of ['db1', 'db2', 'witness'] as const) {
      for (const program of ['etcd', 'patroni']) {
        const made = certificate(`${machine}/${program}.crt`)
        expect(made.verify(ca.publicKey)).toBe(true)
        expect(made.checkHost(machine)).toBe(machine)
        expect(made.checkIP(ADDRESSES[machine])).toBe(ADDRESSES[machine])
        expect(new Date(made.validTo).getTime() - Date.now()).toBeGreaterThan(3640 * 24 * 3600 * 1000)
        expect(statSync(pathOf(`${machine}/${program}.key`)).mode & 0o777).toBe(0o600)
        found[`${machine}/${program}`] = made.checkIP('127.0.0.1')
      }
    }
    expect(found).toEqual({
      'db1/etcd': undefined,
      'db1/patroni': '127.0.0.1',
      'db2/etcd': undefined,
      'db2/patroni': '127.0.0.1',
      'witness/etcd': undefined,
      'witness/patroni': undefined,
    })
  })

  test('each machine gets its files whole, and no secret that it does not need', () => {
    const passwords = new Map(
      [...read('passwords.sed').matchAll(/^s\/(\w+)\/(\w+)\/g$/gm)].map(([, a = '', b = '']) => [a, b]),
    )
    const holders = (word: string): string[] =>
      Object.keys(ADDRESSES).filter((machine) =>
        readdirSync(pathOf(machine)).some((file) => read(`${machine}/${file}`).includes(passwords.get(word) ?? '-')),
      )
    expect(holders('API_PASSWORD')).toEqual(['db1', 'db2', 'witness'])
    expect(holders('REPLICATION_PASSWORD')).toEqual(['db1', 'db2'])
    expect(holders('REWIND_PASSWORD')).toEqual(['db1', 'db2'])
    expect(holders('DATABASE_PASSWORD')).toEqual(['db1', 'db2', 'app1', 'app2'])
    expect(holders('SIGNING_SECRET')).toEqual(['app1', 'app2'])
    for (const machine of Object.keys(ADDRESSES))
      for (const file of readdirSync(pathOf(machine)))
        expect(read(`${machine}/${file}`)).not.toMatch(/_PASSWORD|SIGNING_SECRET|MACHINE|ADDRESS(?!ES)/)
    expect(readdirSync(pathOf('app1')).filter((file) => file.endsWith('.key'))).toEqual([])
    expect(statSync(pathOf('')).mode & 0o077).toBe(0)
  })

  test('each file says where it belongs', () => {
    const named = (machine: string): string[] =>
      [
        ...execFileSync('sh', ['-c', "grep -ho 'install -m .*' *"], {
          cwd: pathOf(machine),
          encoding: 'utf8',
        }).matchAll(/\S+/g),
      ].map(([word]) => word)
    for (const machine of Object.keys(ADDRESSES)) {
      const words = named(machine)
      const unnamed = readdirSync(pathOf(machine)).filter((file) => !words.includes(file))
      expect(unnamed).toEqual(machine.startsWith('db') ? ['database.sql'] : [])
    }
  })

  test('run again it makes new certificates by the same CA, and keeps the passwords', () => {
    const before = ['ca.crt', 'passwords.sed', 'db1/patroni.yml', 'db1/patroni.crt'].map(read)
    expect(prepare(GIVEN).status).toBe(0)
    const after = ['ca.crt', 'passwords.sed', 'db1/patroni.yml', 'db1/patroni.crt'].map(read)
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
    expect(after[3]).not.toBe(before[3])
  })

  test.each([
    [GIVEN.slice(1), 'The address of db1 is missing: db1=10.0.0.11'],
    [['db1=10.0.0.256', ...GIVEN.slice(1)], "'db1=10.0.0.256': an IPv4 address is needed, such as db1=10.0.0.11"],
    [['db3=10.0.0.1'], "'db3=10.0.0.1': the machines are db1 db2 witness app1 app2, each as name=address"],
  ])('refuses %j', (given, said) => {
    expect(prepare(given)).toMatchObject({ status: 1, stderr: `${said}\n` })
  })
})

describe('the files', () => {
  test('nothing listens on all addresses, and nothing is asked or let in unencrypted', () => {
    for (const file of readdirSync(source)) {
      const lines = linesOf(readFileSync(join(source, file), 'utf8'))
      expect(lines.filter((line) => /0\.0\.0\.0|http:\/\/|^\s*- host(nossl)? /.test(line))).toEqual([])
    }
    expect(
      linesOf(readFileSync(join(source, 'patroni.yml'), 'utf8')).filter((line) => /^ *- host/.test(line)),
    ).toHaveLength(6)
  })

  test.skipIf(!hasOpenssl)('Maktaba’s settings are its own, and its databases have to prove themselves', () => {
    const settings = new Map(linesOf(read('app1/maktaba.env')).map((line) => [line.split('=')[0] ?? '', line]))
    expect([...settings.keys()].filter((name) => !SETTINGS.some((known) => known === name))).toEqual([])
    for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL']) {
      const url = new URL(settings.get(name)?.slice(name.length + 1) ?? '')
      expect(url.searchParams.get('sslmode')).toBe('verify-full')
      expect(url.searchParams.get('sslrootcert')).toBe('/etc/ssl/maktaba/ca.crt')
    }
    expect(settings.get('HOST')).toBe(`HOST=${ADDRESSES.app1}`)
  })
})
