import { chmod, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from './embedded.server.ts'
import { ask, isRoot, newFolder } from './embedded.test-kit.ts'

test.skipIf(!isRoot)(
  'where the account cannot enter, cluster and programs live under /var/lib/maktaba',
  async () => {
    const closed = newFolder()
    await mkdir(closed)
    await chmod(closed, 0o700)
    const said: string[] = []
    const options = {
      dataDir: join(closed, 'data'),
      log: { info: (line: string) => void said.push(line), warn: (line: string) => void said.push(line) },
    }
    const first = await openEmbedded(options)
    const home = dirname(first.dataDir)
    onTestFinished(() => rm(home, { recursive: true, force: true }))
    expect(home).toMatch(/^\/var\/lib\/maktaba\/[0-9a-f]{16}$/)
    expect(said).toEqual([expect.stringContaining(home)])
    await ask(first.connection, 'create table kept as select 42 as answer')
    const second = await openEmbedded(options)
    expect(second.dataDir).toBe(first.dataDir)
    await first.close()
    expect(await ask(second.connection, 'select answer from kept')).toEqual({ answer: 42 })
    await second.close()
    const third = await openEmbedded(options)
    expect(await ask(third.connection, 'select answer from kept')).toEqual({ answer: 42 })
    await third.close()
  },
  30_000,
)
