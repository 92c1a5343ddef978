import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  ask,
  base,
  copyOfSample,
  isOutOfReach,
  isRoot,
  newFolder,
  open,
  openElsewhere,
  postmasterOf,
  sample,
} from './embedded.test-kit.ts'

describe.skipIf(isOutOfReach)('a new cluster', () => {
  test('has a role that is no superuser, its database, the extensions and sound settings', async () => {
    const { connection, admin, version, dataDir } = await open(newFolder())
    expect(version).toMatch(/^18\.\d+$/)
    expect(existsSync(join(dataDir, 'PG_VERSION'))).toBe(true)
    expect(await ask(connection, 'select * from pg_roles where rolname = current_user')).toMatchObject({
      rolname: 'maktaba',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    })
    const { owner, ...database } = await ask(
      connection,
      `select pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding, datlocprovider, datlocale,
        array(select extname::text from pg_extension order by 1) as extensions from pg_database where datname = current_database()`,
    )
    expect(owner).toBe('maktaba')
    expect(database).toEqual({
      encoding: 'UTF8',
      datlocprovider: 'b',
      datlocale: 'C.UTF-8',
      extensions: ['btree_gin', 'fuzzystrmatch', 'pg_trgm', 'plpgsql', 'unaccent'],
    })
    const settings = [
      'data_checksums',
      'fsync',
      'password_encryption',
      'listen_addresses',
      'jit',
      'TimeZone',
      'max_connections',
    ]
    const { values } = await ask(
      admin,
      `select json_object_agg(name, setting) as values from pg_settings where name in ('${settings.join("','")}')`,
    )
    expect(values).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      password_encryption: 'scram-sha-256',
      listen_addresses: '',
      jit: 'off',
      TimeZone: 'UTC',
      max_connections: '100',
    })
    await expect(ask({ ...connection, password: 'guessed' }, 'select 1')).rejects.toThrow('password')
    await expect(ask({ ...admin, password: '' }, 'select 1')).rejects.toThrow('password')
  })

  test('is closed to other users, and keeps no password file of initdb', async () => {
    const folder = copyOfSample()
    await chmod(folder, 0o755)
    await open(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(folder, { recursive: true })) {
      const { mode } = await stat(join(folder, name))
      expect([name, mode & 0o077]).toEqual([name, 0])
    }
    const names = await readdir(folder)
    expect(names.filter((name) => name.includes('new') || name === 'password')).toEqual([])
  })

  test('grows whole after a process was killed while making it', async () => {
    const folder = newFolder()
    const other = openElsewhere(folder)
    await expect
      .poll(() => readdir(folder).catch(() => []), { timeout: 5000, interval: 10 })
      .toContainEqual(expect.stringContaining('postgres.new-'))
    await sleep(randomInt(0, 400))
    await other.kill()
    const { connection } = await open(folder)
    expect(await ask(connection, 'select 1 as one')).toEqual({ one: 1 })
    // An orphaned initdb may go on for a moment; what it leaves goes with the next cluster.
    expect(existsSync(join(folder, 'postgres', 'PG_VERSION'))).toBe(true)
  })
})

describe.skipIf(isOutOfReach)('sharing', () => {
  test('whoever finds the cluster running uses it, and the last one stops it', async () => {
    const folder = copyOfSample()
    const first = await open(folder)
    const pid = await postmasterOf(folder)
    const [second, other] = [await open(folder), openElsewhere(folder)]
    expect((await other.next()).connection).toEqual(first.connection)
    await first.close()
    await first.close()
    expect(await postmasterOf(folder)).toBe(pid)
    await other.close()
    expect(await postmasterOf(folder)).toBe(pid)
    expect(await ask(second.connection, 'select 1 as one')).toEqual({ one: 1 })
    await second.close()
    expect(await postmasterOf(folder)).toBeUndefined()
  })

  test('8 processes that come and go neither fail nor leave a postmaster', async () => {
    const folder = copyOfSample()
    const comeAndGo = async () => {
      for (let round = 0; round < 3; round++) {
        await sleep(randomInt(0, 300))
        const other = openElsewhere(folder)
        expect(await other.next()).toMatchObject({ dataDir: join(folder, 'postgres') })
        await sleep(randomInt(0, 200))
        // Killed processes are no clients any more.
        if (randomInt(0, 4) === 0) await other.kill()
        else await other.close()
      }
    }
    await Promise.all(Array.from({ length: 8 }, comeAndGo))
    await (await open(folder)).close()
    expect(await postmasterOf(folder)).toBeUndefined()
  })

  test('Ctrl+C reaches the process and its group, not the database', async () => {
    const folder = copyOfSample()
    const other = openElsewhere(folder)
    const { connection } = await other.next()
    process.kill(-other.pid, 'SIGINT')
    expect(await other.next()).toEqual({ interrupted: true })
    expect(await ask(connection!, 'select 1 as one')).toEqual({ one: 1 })
    await other.close()
  })
})

describe.skipIf(isOutOfReach)('after kill -9', () => {
  test('of Node, the next one uses the cluster that lives on, and stops it', async () => {
    const folder = copyOfSample()
    const other = openElsewhere(folder)
    await other.next()
    const pid = await postmasterOf(folder)
    await other.kill()
    const embedded = await open(folder)
    expect(await postmasterOf(folder)).toBe(pid)
    await embedded.close()
    expect(await postmasterOf(folder)).toBeUndefined()
  })

  test('of PostgreSQL, the next one starts it for all', async () => {
    const folder = copyOfSample()
    const first = await open(folder)
    const client = new Client(first.connection)
    client.on('error', () => undefined)
    await client.connect()
    process.kill((await postmasterOf(folder)) ?? expect.fail('no postmaster'), 'SIGKILL')
    const second = await open(folder)
    await second.close()
    expect(await ask(first.connection, 'select 1 as one')).toEqual({ one: 1 })
  })

  test('of everything, what was committed is there', async () => {
    const folder = copyOfSample()
    const other = openElsewhere(folder)
    const { connection } = await other.next()
    await ask(connection!, 'create table kept as select 42 as answer')
    const pid = (await postmasterOf(folder)) ?? expect.fail('no postmaster')
    const backends = execFileSync('ps', ['-eo', 'pid=,ppid='])
      .toString()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
    for (const [backend] of backends.filter(([, parent]) => parent === pid)) {
      // One of its workers may have ended since they were listed.
      try {
        process.kill(backend!, 'SIGKILL')
      } catch (error) {
        expect(error).toMatchObject({ code: 'ESRCH' })
      }
    }
    process.kill(pid, 'SIGKILL')
    await other.kill()
    const embedded = await open(folder)
    expect(await ask(embedded.connection, 'select answer from kept')).toEqual({ answer: 42 })
  })

  test('a pid that somebody else bears by now, or a torn pid file, is no obstacle', async () => {
    const folder = copyOfSample()
    const { uid, gid } = await stat(join(folder, 'postgres'))
    const stranger = spawn('sleep', ['30'], isRoot ? { uid, gid } : {})
    onTestFinished(() => void stranger.kill())
    const file = join(folder, 'postgres', 'postmaster.pid')
    for (const text of [`${stranger.pid}\n${folder}/postgres\n1700000000\n5432\n${folder}/postgres\n\n\nready\n`, '']) {
      await writeFile(file, text)
      const embedded = await open(folder)
      expect(await ask(embedded.connection, 'select 1 as one')).toEqual({ one: 1 })
      await embedded.close()
    }
    expect(stranger.exitCode).toBeNull()
  })
})

test.skipIf(isOutOfReach)('a long path has its socket in a folder of its own under the temporary one', async () => {
  const folder = join(base, 'long'.repeat(30))
  execFileSync('cp', ['-a', sample, folder])
  const { connection, close } = await open(folder)
  expect(dirname(connection.host)).toBe(tmpdir())
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
  await close()
  expect(existsSync(connection.host)).toBe(false)
})
