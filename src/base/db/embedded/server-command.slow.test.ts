import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serviceAccount } from './account.server.ts'
import { installedBinaries, runCommand } from './binaries.server.ts'
import { chooseAddress, connectionOf, storedPasswords } from './connection.server.ts'
import { ask, copyOfSample, isOutOfReach, isRoot, postmasterOf } from './embedded.test-kit.ts'
import { serverFlags, startCommand } from './server-command.server.ts'

describe.skipIf(isOutOfReach)('the command for Windows, run here', () => {
  test('starts a cluster that listens on 127.0.0.1 alone and asks for the password', async () => {
    const home = copyOfSample()
    const cluster = join(home, 'postgres')
    const account = isRoot ? await serviceAccount([]) : undefined
    const binaries = await installedBinaries()
    const address = await chooseAddress({ dataDir: home, home, cluster, systemFolder: home, account }, 'win32')
    const flags = await serverFlags(cluster, address)
    // Each is one word for a shell of either system: pg_ctl hands them to one.
    expect(flags.filter((flag) => !/^[\w.=-]+$/.test(flag))).toEqual([])
    // As root our own log is not for the account of PostgreSQL; Windows has no such account.
    const { program, args } = startCommand('win32', binaries, { cluster, log: join(cluster, 'start.log'), flags })
    expect(await runCommand(program, args, account)).toMatchObject({ isDone: true })
    try {
      const connection = connectionOf(address, await storedPasswords(home, true), 'postgres')
      expect(connection.host).toBe('127.0.0.1')
      const { listens, sockets } = await ask(
        connection,
        "select current_setting('listen_addresses') as listens, current_setting('unix_socket_directories') as sockets",
      )
      expect({ listens, sockets }).toEqual({ listens: '127.0.0.1', sockets: '' })
      await expect(ask({ ...connection, password: 'wrong' }, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    } finally {
      await runCommand(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w'], account)
    }
    expect(await postmasterOf(home)).toBeUndefined()
  })
})
