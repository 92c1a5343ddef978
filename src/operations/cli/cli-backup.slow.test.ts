import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disconnect } from '#base/db/connection/client.server.ts'
import { openEmbedded, type EmbeddedDatabase } from '#base/db/embedded/embedded.server.ts'
import { dataRoot } from '#test/data-root.ts'
import { aBook, aUser } from '#test/factories.ts'
import { answerOf, LONG, refused, useCli } from './cli.test-kit.ts'

const { folder, start, maktaba } = useCli()
let dataDir = ''
let opened: EmbeddedDatabase

beforeAll(async () => {
  dataDir = await mkdtemp(join(dataRoot(), 'maktaba-test-cli-'))
  // Run by root, PostgreSQL is another user, who needs access to the folder.
  await chmod(dataDir, 0o755)
  // Commands find it running: starting it for each takes its time.
  opened = await openEmbedded({ dataDir, log: { info: () => undefined, warn: () => undefined } })
})
afterAll(async () => {
  await opened.close()
  await rm(dataDir, { recursive: true })
})

/** The command line on an embedded database of its own. */
const embedded = (...args: string[]) => answerOf(start(args, { DATABASE_URL: '', DATA_DIR: dataDir }))

test('a library moves from a server to an embedded database, and back', LONG, async () => {
  await aBook({ title: 'رحلة', author: 'Élise' })
  await aUser({ email: 'head@example.org', role: 'admin' })
  const file = join(folder(), 'library.maktaba')
  expect(await maktaba('backup', file)).toEqual({ code: 0, stdout: `${file}: 1 book and 1 user\n`, stderr: '' })

  const moved = await embedded('restore', file)
  expect(moved).toMatchObject({ code: 0, stderr: '' })
  expect(moved.stdout).toMatch(
    /^Restored 1 book and 1 user of .*\nManagers are now: head@example\.org\nEverybody signs in again\n$/,
  )
  expect((await embedded('restore', file)).stderr).toMatch(/^The library is not empty: restore --replace/)
  const back = join(folder(), 'back.maktaba')
  expect(await embedded('backup', back)).toMatchObject({ code: 0, stdout: `${back}: 1 book and 1 user\n` })

  // As a server that is stopped.
  await disconnect()
  const replaced = await maktaba('restore', back, '--replace')
  expect(replaced.stdout).toMatch(
    /^The library that was here is in .*-before-restore\.maktaba\nRestored 1 book and 1 user/,
  )
})

test('a restore waits for nobody: while a server runs it refuses', LONG, async () => {
  const client = new Client({ ...opened.connection, application_name: 'maktaba' })
  try {
    await client.connect()
    const file = join(folder(), 'library.maktaba')
    const sentence = 'A Maktaba server or command is using this library: stop it, then restore'
    expect(await embedded('restore', file, '--replace')).toEqual(refused(sentence))
    const foreign = join(folder(), 'foreign')
    await writeFile(foreign, 'title\nx\n')
    expect(await embedded('restore', foreign, '--replace')).toEqual(refused('foreign is no backup of Maktaba'))
    await expect(stat(join(dataDir, 'backups'))).rejects.toThrow('ENOENT')
  } finally {
    await client.end()
  }
})
